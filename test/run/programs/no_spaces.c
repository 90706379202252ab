// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Statements without anything between them: what ends one and what begins the next are put in at one place.
// clang-format off
#include <stdio.h>
#define N 20
static double u[N],v[N];
#pragma dist distribute u[block]
#pragma dist align v[i] with u[i]
static double f(double x){if(x<3)return x;return 2*x;}static double all(void){double s=0;for(int i=0;i<N;i++)s+=u[i];for(int i=0;i<N;i++)s+=v[i];return s;}
int main(void){double s=0,last=0;int k=0;for(int i=0;i<N;i++){u[i]=i;v[i]=2*i;}for(int i=0;i<N;i++)s+=u[i];for(int i=0;i<N;i++)s+=v[i];
	for(int i=0;i<N;i++){s+=u[i];}for(int i=0;i<N;i++){s-=2*v[i];}for(int i=0;i<N;i++){if(u[i]>4)last=f(u[i]);v[i]+=u[i]>6;}for(int i=0;i<N;i++,k+=2){u[i]=k;v[i]=u[i]-1;}u[3]=7;v[4]=u[3];
	if(s<0){for(int i=1;i<N;i++)v[i]=u[i-1];}else for(int i=1;i<N;i++)u[i]=v[i-1];for(int i=0;i<N;i++)s+=u[i]*v[i];printf("%g %g %d\n",s,last,k);printf("%g\n",all());{int i;for(i=0;i<N;i++)if(u[i]>17)break;printf("%d\n",i);for(i=0;i<N;i++){u[i]+=1;if(u[i]>20)break;}printf("%d\n",i);}return 0;}
