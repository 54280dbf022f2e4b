/* Models of <time.h> and <sys/time.h>. The clocks show any time. Structures have the layout of glibc on 64-bit systems. */

/* model time */
long nondet_assay_long(void);
long time(long *result)
{
    long now = nondet_assay_long();
    __CPROVER_assume(now >= 0);
    if (result != 0)
        *result = now;
    return now;
}

/* model clock */
long nondet_assay_long(void);
long clock(void)
{
    long used = nondet_assay_long();
    __CPROVER_assume(used >= -1);
    return used;
}

/* model difftime */
double difftime(long end, long begin)
{
    return (double)(end - begin);
}

/* shared __assay_timespec */
struct timespec {
    long tv_sec;
    long tv_nsec;
};
typedef struct timespec __assay_timespec;

/* model clock_gettime */
int nondet_assay_int(void);
long nondet_assay_long(void);
int clock_gettime(int clock, __assay_timespec *now)
{
    (void)clock;
    if (nondet_assay_int())
        return -1;
    now->tv_sec = nondet_assay_long();
    now->tv_nsec = nondet_assay_long();
    __CPROVER_assume(now->tv_sec >= 0 && now->tv_nsec >= 0 && now->tv_nsec < 1000000000);
    return 0;
}

/* model nanosleep
   A signal may end it before its time: then it says what is left. */
int nondet_assay_int(void);
long nondet_assay_long(void);
int nanosleep(const __assay_timespec *time, __assay_timespec *left)
{
    long seconds = time->tv_sec;
    if (nondet_assay_int())
        return 0;
    if (left != 0 && nondet_assay_int()) {
        left->tv_sec = nondet_assay_long();
        left->tv_nsec = nondet_assay_long();
        __CPROVER_assume(left->tv_sec >= 0 && left->tv_sec <= seconds);
        __CPROVER_assume(left->tv_nsec >= 0 && left->tv_nsec < 1000000000);
    }
    return -1;
}

/* model gettimeofday */
struct timeval {
    long tv_sec;
    long tv_usec;
};
int nondet_assay_int(void);
long nondet_assay_long(void);
int gettimeofday(struct timeval *now, void *zone)
{
    (void)zone;
    if (nondet_assay_int())
        return -1;
    if (now != 0) {
        now->tv_sec = nondet_assay_long();
        now->tv_usec = nondet_assay_long();
        __CPROVER_assume(now->tv_sec >= 0 && now->tv_usec >= 0 && now->tv_usec < 1000000);
    }
    return 0;
}

/* shared __assay_between */
int nondet_assay_int(void);
static int __assay_between(int low, int high)
{
    int value = nondet_assay_int();
    __CPROVER_assume(value >= low && value <= high);
    return value;
}

/* shared __assay_any_tm
   Some date, which the next call overwrites; or none, if the year does not fit. */
struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
typedef struct tm __assay_tm;
int nondet_assay_int(void);
static __assay_tm *__assay_any_tm(void)
{
    static __assay_tm date;
    if (nondet_assay_int())
        return 0;
    date.tm_sec = __assay_between(0, 60);
    date.tm_min = __assay_between(0, 59);
    date.tm_hour = __assay_between(0, 23);
    date.tm_mday = __assay_between(1, 31);
    date.tm_mon = __assay_between(0, 11);
    date.tm_year = nondet_assay_int();
    date.tm_wday = __assay_between(0, 6);
    date.tm_yday = __assay_between(0, 365);
    date.tm_isdst = __assay_between(0, 1);
    date.tm_gmtoff = __assay_between(-86400, 86400);
    date.tm_zone = "UTC";
    return &date;
}

/* model gmtime */
struct tm *gmtime(const long *time)
{
    (void)*time;
    return __assay_any_tm();
}

/* model localtime */
struct tm *localtime(const long *time)
{
    (void)*time;
    return __assay_any_tm();
}
