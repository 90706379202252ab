// SPDX-License-Identifier: Apache-2.0
//
// Put before everything else in generated code: the functions of the C library that the runtime takes over. Outside of distributed
// nests every process runs the program's code, and what these do must happen once and have the same result everywhere
// (docs/libc.md).
//
// The names are bound in the assembler, so that it does not matter how a call came about: through a header's inline function or
// renaming (large files, _FORTIFY_SOURCE, C99's scanf), a pointer, or the optimiser. The compiler still sees C's functions. A
// program's own function or variable of one of these names, at file scope, stays its own where
//     __asm__(".set hpcc_own_getline, 1");
// stands before this file is included.
#ifndef HPCC_LIBC_H
#define HPCC_LIBC_H

#define HPCC_LIBC_AS(name, by) __asm__(".ifndef hpcc_own_" #name "\n\t.set " #name ", hpcc_libc_" #by "\n\t.endif")
#define HPCC_LIBC(name) HPCC_LIBC_AS(name, name)

// Streams.
HPCC_LIBC(fopen);
HPCC_LIBC(freopen);
HPCC_LIBC(fdopen);
HPCC_LIBC(tmpfile);
HPCC_LIBC(popen);
HPCC_LIBC(pclose);
HPCC_LIBC(fclose);
HPCC_LIBC(fflush);
HPCC_LIBC(ferror);
HPCC_LIBC(fseek);
HPCC_LIBC(ftell);
HPCC_LIBC(rewind);
HPCC_LIBC(fgetpos);
HPCC_LIBC(fsetpos);
HPCC_LIBC(fileno);
HPCC_LIBC(fputs);
HPCC_LIBC(puts);
HPCC_LIBC(putc);
HPCC_LIBC(putchar);
HPCC_LIBC(fwrite);
HPCC_LIBC(fread);
HPCC_LIBC(fgets);
HPCC_LIBC(getline);
HPCC_LIBC(getdelim);
HPCC_LIBC(printf);
HPCC_LIBC(fprintf);
HPCC_LIBC(vprintf);
HPCC_LIBC(vfprintf);
HPCC_LIBC(dprintf);
HPCC_LIBC(vdprintf);
HPCC_LIBC(scanf);
HPCC_LIBC(fscanf);
HPCC_LIBC(vscanf);
HPCC_LIBC(vfscanf);
HPCC_LIBC(sscanf);
HPCC_LIBC(vsscanf);
HPCC_LIBC(fwide);
HPCC_LIBC(fgetwc);
HPCC_LIBC(fgetws);
HPCC_LIBC(getwchar);
HPCC_LIBC(ungetwc);
HPCC_LIBC(fputwc);
HPCC_LIBC(fputws);
HPCC_LIBC(fwprintf);
HPCC_LIBC(vfwprintf);
HPCC_LIBC(wscanf);
HPCC_LIBC(fwscanf);
HPCC_LIBC(vwscanf);
HPCC_LIBC(vfwscanf);
HPCC_LIBC_AS(fopen64, fopen);
HPCC_LIBC_AS(freopen64, freopen);
HPCC_LIBC_AS(tmpfile64, tmpfile);
HPCC_LIBC_AS(fseeko, fseek);
HPCC_LIBC_AS(fseeko64, fseek);
HPCC_LIBC_AS(ftello, ftell);
HPCC_LIBC_AS(ftello64, ftell);
HPCC_LIBC_AS(fgetpos64, fgetpos);
HPCC_LIBC_AS(fsetpos64, fsetpos);
HPCC_LIBC_AS(ferror_unlocked, ferror);
HPCC_LIBC_AS(fflush_unlocked, fflush);
HPCC_LIBC_AS(fileno_unlocked, fileno);
HPCC_LIBC_AS(fputc, putc);
HPCC_LIBC_AS(putc_unlocked, putc);
HPCC_LIBC_AS(fputc_unlocked, putc);
HPCC_LIBC_AS(putchar_unlocked, putchar);
HPCC_LIBC_AS(_IO_putc, putc);
HPCC_LIBC_AS(fputs_unlocked, fputs);
HPCC_LIBC_AS(fwrite_unlocked, fwrite);
HPCC_LIBC_AS(fread_unlocked, fread);
HPCC_LIBC_AS(fgets_unlocked, fgets);
HPCC_LIBC_AS(__getdelim, getdelim);
HPCC_LIBC_AS(__isoc99_scanf, scanf);
HPCC_LIBC_AS(__isoc99_fscanf, fscanf);
HPCC_LIBC_AS(__isoc99_vscanf, vscanf);
HPCC_LIBC_AS(__isoc99_vfscanf, vfscanf);
HPCC_LIBC_AS(__isoc99_sscanf, sscanf);
HPCC_LIBC_AS(__isoc99_vsscanf, vsscanf);
HPCC_LIBC_AS(__isoc23_scanf, scanf);
HPCC_LIBC_AS(__isoc23_fscanf, fscanf);
HPCC_LIBC_AS(__isoc23_vscanf, vscanf);
HPCC_LIBC_AS(__isoc23_vfscanf, vfscanf);
HPCC_LIBC_AS(__isoc23_sscanf, sscanf);
HPCC_LIBC_AS(__isoc23_vsscanf, vsscanf);
HPCC_LIBC_AS(__printf_chk, printf_chk);
HPCC_LIBC_AS(__fprintf_chk, fprintf_chk);
HPCC_LIBC_AS(__vprintf_chk, vprintf_chk);
HPCC_LIBC_AS(__vfprintf_chk, vfprintf_chk);
HPCC_LIBC_AS(__dprintf_chk, dprintf_chk);
HPCC_LIBC_AS(__vdprintf_chk, vdprintf_chk);
HPCC_LIBC_AS(__fread_chk, fread_chk);
HPCC_LIBC_AS(__fread_unlocked_chk, fread_chk);
HPCC_LIBC_AS(__fgets_chk, fgets_chk);
HPCC_LIBC_AS(__fgets_unlocked_chk, fgets_chk);
HPCC_LIBC_AS(getwc, fgetwc);
HPCC_LIBC_AS(putwc, fputwc);
HPCC_LIBC_AS(__isoc99_wscanf, wscanf);
HPCC_LIBC_AS(__isoc99_fwscanf, fwscanf);
HPCC_LIBC_AS(__isoc99_vwscanf, vwscanf);
HPCC_LIBC_AS(__isoc99_vfwscanf, vfwscanf);

// Files.
HPCC_LIBC(open);
HPCC_LIBC(openat);
HPCC_LIBC(creat);
HPCC_LIBC(close);
HPCC_LIBC(read);
HPCC_LIBC(write);
HPCC_LIBC(pread);
HPCC_LIBC(pwrite);
HPCC_LIBC(readv);
HPCC_LIBC(writev);
HPCC_LIBC(lseek);
HPCC_LIBC(fsync);
HPCC_LIBC(fdatasync);
HPCC_LIBC(sync);
HPCC_LIBC(dup);
HPCC_LIBC(dup2);
HPCC_LIBC(dup3);
HPCC_LIBC(pipe);
HPCC_LIBC(pipe2);
HPCC_LIBC(fcntl);
HPCC_LIBC(ioctl);
HPCC_LIBC(flock);
HPCC_LIBC(lockf);
HPCC_LIBC(posix_fadvise);
HPCC_LIBC(posix_fallocate);
HPCC_LIBC(fallocate);
HPCC_LIBC(truncate);
HPCC_LIBC(ftruncate);
HPCC_LIBC(sendfile);
HPCC_LIBC(isatty);
HPCC_LIBC(tcgetattr);
HPCC_LIBC(tcsetattr);
HPCC_LIBC(select);
HPCC_LIBC(poll);
HPCC_LIBC(mmap);
HPCC_LIBC(remove);
HPCC_LIBC(rename);
HPCC_LIBC(renameat);
HPCC_LIBC(unlink);
HPCC_LIBC(unlinkat);
HPCC_LIBC(link);
HPCC_LIBC(linkat);
HPCC_LIBC(symlink);
HPCC_LIBC(symlinkat);
HPCC_LIBC(readlink);
HPCC_LIBC(mkdir);
HPCC_LIBC(mkdirat);
HPCC_LIBC(rmdir);
HPCC_LIBC(mkfifo);
HPCC_LIBC(mknod);
HPCC_LIBC(chmod);
HPCC_LIBC(fchmod);
HPCC_LIBC(fchmodat);
HPCC_LIBC(chown);
HPCC_LIBC(fchown);
HPCC_LIBC(lchown);
HPCC_LIBC(access);
HPCC_LIBC(faccessat);
HPCC_LIBC(euidaccess);
HPCC_LIBC(umask);
HPCC_LIBC(utime);
HPCC_LIBC(utimes);
HPCC_LIBC(futimens);
HPCC_LIBC(utimensat);
HPCC_LIBC(chdir);
HPCC_LIBC(fchdir);
HPCC_LIBC(pathconf);
HPCC_LIBC(fpathconf);
HPCC_LIBC(stat);
HPCC_LIBC(lstat);
HPCC_LIBC(fstat);
HPCC_LIBC(fstatat);
HPCC_LIBC(statvfs);
HPCC_LIBC(fstatvfs);
HPCC_LIBC(statfs);
HPCC_LIBC(fstatfs);
HPCC_LIBC(getcwd);
HPCC_LIBC(get_current_dir_name);
HPCC_LIBC(realpath);
HPCC_LIBC(canonicalize_file_name);
HPCC_LIBC(mkstemp);
HPCC_LIBC(mkostemp);
HPCC_LIBC(mkstemps);
HPCC_LIBC(mkostemps);
HPCC_LIBC(mkdtemp);
HPCC_LIBC(mktemp);
HPCC_LIBC(tmpnam);
HPCC_LIBC(tempnam);
HPCC_LIBC(opendir);
HPCC_LIBC(fdopendir);
HPCC_LIBC(readdir);
HPCC_LIBC(closedir);
HPCC_LIBC(rewinddir);
HPCC_LIBC(telldir);
HPCC_LIBC(seekdir);
HPCC_LIBC(dirfd);
HPCC_LIBC_AS(open64, open);
HPCC_LIBC_AS(openat64, openat);
HPCC_LIBC_AS(__open_2, open_2);
HPCC_LIBC_AS(__open64_2, open_2);
HPCC_LIBC_AS(__openat_2, openat_2);
HPCC_LIBC_AS(__openat64_2, openat_2);
HPCC_LIBC_AS(creat64, creat);
HPCC_LIBC_AS(lseek64, lseek);
HPCC_LIBC_AS(pread64, pread);
HPCC_LIBC_AS(pwrite64, pwrite);
HPCC_LIBC_AS(__read_chk, read_chk);
HPCC_LIBC_AS(__pread_chk, pread_chk);
HPCC_LIBC_AS(__pread64_chk, pread_chk);
HPCC_LIBC_AS(__readlink_chk, readlink_chk);
HPCC_LIBC_AS(__getcwd_chk, getcwd_chk);
HPCC_LIBC_AS(__realpath_chk, realpath_chk);
HPCC_LIBC_AS(fcntl64, fcntl);
HPCC_LIBC_AS(lockf64, lockf);
HPCC_LIBC_AS(posix_fadvise64, posix_fadvise);
HPCC_LIBC_AS(posix_fallocate64, posix_fallocate);
HPCC_LIBC_AS(fallocate64, fallocate);
HPCC_LIBC_AS(truncate64, truncate);
HPCC_LIBC_AS(ftruncate64, ftruncate);
HPCC_LIBC_AS(sendfile64, sendfile);
HPCC_LIBC_AS(mmap64, mmap);
HPCC_LIBC_AS(eaccess, euidaccess);
HPCC_LIBC_AS(stat64, stat);
HPCC_LIBC_AS(lstat64, lstat);
HPCC_LIBC_AS(fstat64, fstat);
HPCC_LIBC_AS(fstatat64, fstatat);
HPCC_LIBC_AS(statvfs64, statvfs);
HPCC_LIBC_AS(fstatvfs64, fstatvfs);
HPCC_LIBC_AS(statfs64, statfs);
HPCC_LIBC_AS(fstatfs64, fstatfs);
HPCC_LIBC_AS(mkstemp64, mkstemp);
HPCC_LIBC_AS(mkostemp64, mkostemp);
HPCC_LIBC_AS(mkstemps64, mkstemps);
HPCC_LIBC_AS(mkostemps64, mkostemps);
HPCC_LIBC_AS(readdir64, readdir);

// Who and where.
HPCC_LIBC(getpid);
HPCC_LIBC(getppid);
HPCC_LIBC(getpgrp);
HPCC_LIBC(getpgid);
HPCC_LIBC(getsid);
HPCC_LIBC(gettid);
HPCC_LIBC(sysconf);
HPCC_LIBC(get_nprocs);
HPCC_LIBC(get_nprocs_conf);
HPCC_LIBC(uname);
HPCC_LIBC(sysinfo);
HPCC_LIBC(getrlimit);
HPCC_LIBC(getloadavg);
HPCC_LIBC(gethostname);
HPCC_LIBC(getdomainname);
HPCC_LIBC(getlogin);
HPCC_LIBC(getlogin_r);
HPCC_LIBC(ttyname);
HPCC_LIBC(ttyname_r);
HPCC_LIBC_AS(getrlimit64, getrlimit);
HPCC_LIBC_AS(__gethostname_chk, gethostname_chk);
HPCC_LIBC_AS(__getdomainname_chk, getdomainname_chk);
HPCC_LIBC_AS(__sysconf, sysconf);

// Other programs.
HPCC_LIBC(system);
HPCC_LIBC(wait);
HPCC_LIBC(waitpid);
HPCC_LIBC(fork);
HPCC_LIBC(execv);
HPCC_LIBC(execvp);
HPCC_LIBC(execve);
HPCC_LIBC(execvpe);
HPCC_LIBC(fexecve);
HPCC_LIBC(execl);
HPCC_LIBC(execle);
HPCC_LIBC(execlp);
HPCC_LIBC(posix_spawn);
HPCC_LIBC(posix_spawnp);
HPCC_LIBC(socket);
HPCC_LIBC(socketpair);
HPCC_LIBC(glob);
HPCC_LIBC(ftw);
HPCC_LIBC(nftw);
HPCC_LIBC(scandir);
HPCC_LIBC_AS(vfork, fork);

// Clocks.
HPCC_LIBC(time);
HPCC_LIBC(clock);
HPCC_LIBC(clock_gettime);
HPCC_LIBC(clock_getres);
HPCC_LIBC(timespec_get);
HPCC_LIBC(times);
HPCC_LIBC(getrusage);
HPCC_LIBC(gettimeofday);
HPCC_LIBC(omp_get_wtime);

// Random numbers that no seed repeats.
HPCC_LIBC(getrandom);
HPCC_LIBC(getentropy);
HPCC_LIBC(arc4random);
HPCC_LIBC(arc4random_uniform);
HPCC_LIBC(arc4random_buf);

// Ends (exit is the C library's).
HPCC_LIBC(_exit);
HPCC_LIBC(abort);
HPCC_LIBC(raise);
HPCC_LIBC(kill);
HPCC_LIBC_AS(_Exit, _exit);
HPCC_LIBC_AS(__assert_fail, assert_fail);
HPCC_LIBC_AS(__assert_perror_fail, assert_perror_fail);

// Memory.
HPCC_LIBC(malloc);
HPCC_LIBC(calloc);
HPCC_LIBC(realloc);
HPCC_LIBC(reallocarray);
HPCC_LIBC(free);
HPCC_LIBC(aligned_alloc);
HPCC_LIBC(memalign);
HPCC_LIBC(posix_memalign);
HPCC_LIBC(valloc);
HPCC_LIBC(pvalloc);
HPCC_LIBC(malloc_usable_size);

// Mapped memory behind pointers.
HPCC_LIBC(qsort);
HPCC_LIBC(qsort_r);
HPCC_LIBC(bsearch);

#undef HPCC_LIBC
#undef HPCC_LIBC_AS

#endif
