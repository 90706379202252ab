// SPDX-License-Identifier: Apache-2.0
//
// Included before everything else where the runtime is built for SimGrid's SMPI. There the processes are threads of one
// real process, each with its own copy of the program's variables, but with one C library. What the C library
// has once for a process is here, once for each. Programs are linked so that the same names are bound to these
// (cmake/HpccMpi.cmake). Time is the simulated one.
#ifndef HPCC_RUNTIME_SMPI_PROCESS_H
#define HPCC_RUNTIME_SMPI_PROCESS_H

#define SMPI_NO_OVERRIDE_MALLOC
#include <smpi/smpi_helpers.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern FILE *hpcc_smpi_stdin, *hpcc_smpi_stdout, *hpcc_smpi_stderr;
extern char **hpcc_smpi_environ;

int hpcc_smpi_atexit(void (*handler)(void));
int hpcc_smpi_on_exit(void (*handler)(int status, void *argument), void *argument);
// Ends this process: its handlers run, the latest first.
_Noreturn void hpcc_smpi_exit(int status);

// The runtime's own main, and that of the process.
int hpcc_smpi_main(int argc, char **argv, char **envp);

#ifndef HPCC_SMPI_PLAIN
// SimGrid's own macro drops the second argument.
#undef gettimeofday
#define gettimeofday(time, zone) smpi_gettimeofday((time), (struct timezone *)(zone))
#undef stdin
#undef stdout
#undef stderr
#undef exit
#define stdin hpcc_smpi_stdin
#define stdout hpcc_smpi_stdout
#define stderr hpcc_smpi_stderr
#define environ hpcc_smpi_environ
#define atexit hpcc_smpi_atexit
#define on_exit hpcc_smpi_on_exit
#define exit hpcc_smpi_exit
#define main hpcc_smpi_main
#define puts(text) (fputs((text), stdout) < 0 || fputc('\n', stdout) < 0 ? EOF : 1)
#endif

#endif
