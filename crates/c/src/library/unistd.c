/* Models of <unistd.h>, <fcntl.h>, <sys/stat.h> and <syslog.h>. The system answers anything in the documented range. The first character
   of a path is read. There is no model of what starts processes and threads or sets handlers of signals. */

/* model open */
int nondet_assay_int(void);
int open(const char *path, int flags, ...)
{
    (void)*path;
    (void)flags;
    int result = nondet_assay_int();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model openat */
int nondet_assay_int(void);
int openat(int folder, const char *path, int flags, ...)
{
    (void)folder;
    (void)*path;
    (void)flags;
    int result = nondet_assay_int();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model creat */
int nondet_assay_int(void);
int creat(const char *path, unsigned mode)
{
    (void)*path;
    (void)mode;
    int result = nondet_assay_int();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model close */
int nondet_assay_int(void);
int close(int file)
{
    (void)file;
    return nondet_assay_int() ? 0 : -1;
}

/* model read */
__assay_ssize nondet_assay_ssize(void);
char nondet_assay_char(void);
__assay_ssize read(int file, void *object, __assay_size size)
{
    (void)file;
    char *bytes = object;
    __assay_ssize done = nondet_assay_ssize();
    __CPROVER_assume(done >= -1 && (done < 0 || (__assay_size)done <= size));
    for (__assay_size i = 0; i < size && done > 0 && i < (__assay_size)done; i++)
        bytes[i] = nondet_assay_char();
    return done;
}

/* model write */
__assay_ssize nondet_assay_ssize(void);
__assay_ssize write(int file, const void *object, __assay_size size)
{
    (void)file;
    (void)object;
    __assay_ssize done = nondet_assay_ssize();
    __CPROVER_assume(done >= -1 && (done < 0 || (__assay_size)done <= size));
    return done;
}

/* model lseek */
long nondet_assay_long(void);
long lseek(int file, long offset, int origin)
{
    (void)file;
    (void)offset;
    (void)origin;
    long result = nondet_assay_long();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model pipe */
int nondet_assay_int(void);
int *__errno_location(void);
int pipe(int files[2])
{
    if (nondet_assay_int()) {
        /* EMFILE or ENFILE. */
        *__errno_location() = nondet_assay_int() ? 24 : 23;
        return -1;
    }
    files[0] = nondet_assay_int();
    files[1] = nondet_assay_int();
    __CPROVER_assume(files[0] >= 0 && files[1] >= 0 && files[0] != files[1]);
    return 0;
}

/* model dup */
int nondet_assay_int(void);
int dup(int file)
{
    (void)file;
    int result = nondet_assay_int();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model dup2 */
int nondet_assay_int(void);
int dup2(int file, int other)
{
    (void)file;
    return other >= 0 && nondet_assay_int() ? other : -1;
}

/* model unlink */
int nondet_assay_int(void);
int unlink(const char *path)
{
    (void)*path;
    return nondet_assay_int() ? 0 : -1;
}

/* model rmdir */
int nondet_assay_int(void);
int rmdir(const char *path)
{
    (void)*path;
    return nondet_assay_int() ? 0 : -1;
}

/* model mkdir */
int nondet_assay_int(void);
int mkdir(const char *path, unsigned mode)
{
    (void)*path;
    (void)mode;
    return nondet_assay_int() ? 0 : -1;
}

/* model chdir */
int nondet_assay_int(void);
int chdir(const char *path)
{
    (void)*path;
    return nondet_assay_int() ? 0 : -1;
}

/* model access */
int nondet_assay_int(void);
int access(const char *path, int mode)
{
    (void)*path;
    (void)mode;
    return nondet_assay_int() ? 0 : -1;
}

/* model chmod */
int nondet_assay_int(void);
int chmod(const char *path, unsigned mode)
{
    (void)*path;
    (void)mode;
    return nondet_assay_int() ? 0 : -1;
}

/* model ftruncate */
int nondet_assay_int(void);
int ftruncate(int file, long size)
{
    (void)file;
    (void)size;
    return nondet_assay_int() ? 0 : -1;
}

/* model fsync */
int nondet_assay_int(void);
int fsync(int file)
{
    (void)file;
    return nondet_assay_int() ? 0 : -1;
}

/* model setuid */
int nondet_assay_int(void);
int setuid(unsigned user)
{
    (void)user;
    return nondet_assay_int() ? 0 : -1;
}

/* model setgid */
int nondet_assay_int(void);
int setgid(unsigned group)
{
    (void)group;
    return nondet_assay_int() ? 0 : -1;
}

/* model kill */
int nondet_assay_int(void);
int kill(int process, int signal)
{
    (void)process;
    (void)signal;
    return nondet_assay_int() ? 0 : -1;
}

/* model isatty */
int nondet_assay_int(void);
int isatty(int file)
{
    (void)file;
    return nondet_assay_int() != 0;
}

/* model getpid */
int nondet_assay_int(void);
int getpid(void)
{
    int result = nondet_assay_int();
    __CPROVER_assume(result >= 1);
    return result;
}

/* model getppid
   0 where the parent is in another namespace. */
int nondet_assay_int(void);
int getppid(void)
{
    int result = nondet_assay_int();
    __CPROVER_assume(result >= 0);
    return result;
}

/* model getuid */
unsigned nondet_assay_uint(void);
unsigned getuid(void)
{
    return nondet_assay_uint();
}

/* model geteuid */
unsigned nondet_assay_uint(void);
unsigned geteuid(void)
{
    return nondet_assay_uint();
}

/* model getgid */
unsigned nondet_assay_uint(void);
unsigned getgid(void)
{
    return nondet_assay_uint();
}

/* model getegid */
unsigned nondet_assay_uint(void);
unsigned getegid(void)
{
    return nondet_assay_uint();
}

/* model umask */
unsigned nondet_assay_uint(void);
unsigned umask(unsigned mask)
{
    (void)mask;
    return nondet_assay_uint() & 0777;
}

/* model sleep
   What is left of the time. */
unsigned nondet_assay_uint(void);
unsigned sleep(unsigned seconds)
{
    unsigned left = nondet_assay_uint();
    __CPROVER_assume(left <= seconds);
    return left;
}

/* model usleep */
int nondet_assay_int(void);
int usleep(unsigned time)
{
    (void)time;
    return nondet_assay_int() ? 0 : -1;
}

/* model _usleep
   The name that CBMC's library has for it. */
int nondet_assay_int(void);
int _usleep(unsigned time)
{
    (void)time;
    return nondet_assay_int() ? 0 : -1;
}

/* model sysconf
   -1 with an unchanged errno says that there is no limit. */
int nondet_assay_int(void);
long nondet_assay_long(void);
int *__errno_location(void);
long sysconf(int name)
{
    (void)name;
    long result = nondet_assay_long();
    __CPROVER_assume(result >= -1);
    if (result == -1 && nondet_assay_int())
        *__errno_location() = 22;
    return result;
}

/* model gethostname
   Any name that fits. */
int nondet_assay_int(void);
char nondet_assay_char(void);
int gethostname(char *name, __assay_size size)
{
    if (size == 0 || nondet_assay_int())
        return -1;
    for (__assay_size i = 0; i < size - 1; i++)
        name[i] = nondet_assay_char();
    name[size - 1] = 0;
    return 0;
}

/* model openlog */
void openlog(const char *name, int options, int facility)
{
    (void)name;
    (void)options;
    (void)facility;
}

/* model closelog */
void closelog(void)
{
}

/* model syslog */
void syslog(int priority, const char *format, ...)
{
    (void)priority;
    (void)format;
}

/* model vsyslog */
void vsyslog(int priority, const char *format, __builtin_va_list arguments)
{
    (void)priority;
    (void)format;
    (void)arguments;
}
