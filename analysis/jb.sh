cd /work/tmp-h6; D=/work/tmp-h6/jb
./try.sh /work/tmp-h6 w1 w1.c
