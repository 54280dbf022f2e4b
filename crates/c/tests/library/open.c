/* Models whose results are open: what they give and write stays in the documented ranges, and each end of a range is reached. */
#define _GNU_SOURCE
#include "driver.h"
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MODEL(name) extern __typeof__(name) model_##name

MODEL(rand); MODEL(getenv); MODEL(strerror); MODEL(snprintf); MODEL(getpwnam); MODEL(exit);
MODEL(fgets); MODEL(fread); MODEL(fwrite); MODEL(fopen); MODEL(fclose); MODEL(pclose);
MODEL(getchar); MODEL(fgetc); MODEL(getc); MODEL(ungetc); MODEL(fputc); MODEL(putc); MODEL(fputs); MODEL(puts);
MODEL(fprintf); MODEL(feof); MODEL(ferror); MODEL(clearerr); MODEL(rewind); MODEL(fseek); MODEL(ftell);
MODEL(fileno); MODEL(setvbuf); MODEL(setbuf);
MODEL(open); MODEL(read); MODEL(write); MODEL(lseek); MODEL(pipe); MODEL(dup); MODEL(dup2); MODEL(sleep);
MODEL(gethostname); MODEL(getpid); MODEL(umask);
MODEL(time); MODEL(clock); MODEL(gmtime); MODEL(clock_gettime); MODEL(nanosleep); MODEL(gettimeofday);

static char bytes[48];

/* Nothing is written from here on. */
static void untouched(unsigned long from, const char *what)
{
    for (unsigned long i = from; i < sizeof bytes; i++)
        CHECK(bytes[i] == 'x', what);
}

/* Results of one function that is called often. */
struct range {
    long low, high;
    int known;
};

static void note(struct range *range, long value)
{
    if (!range->known || value < range->low)
        range->low = value;
    if (!range->known || value > range->high)
        range->high = value;
    range->known = 1;
}

/* Calls often. The lowest result is this one, and the highest is this or, if it is `ANY`, above it. */
#define ANY -100
#define RANGE(call, lowest, highest)                                                                                   \
    do {                                                                                                               \
        static struct range range;                                                                                     \
        for (volatile int i = 0; i < 100000; i++)                                                                       \
            if (setjmp(again) == 0)                                                                                    \
                note(&range, call);                                                                                    \
        CHECK(range.known && range.low == (lowest), #call);                                                            \
        CHECK((highest) == ANY ? range.high > range.low : range.high == (highest), #call);                             \
    } while (0)

#define REFUSED(call)                                                                                                  \
    do {                                                                                                               \
        refused = 0;                                                                                                   \
        expecting = 1;                                                                                                 \
        if (setjmp(again) == 0)                                                                                        \
            (void)(call);                                                                                              \
        expecting = 0;                                                                                                 \
        CHECK(refused, #call);                                                                                         \
    } while (0)

static void ranges(FILE *stream)
{
    RANGE(model_rand(), 0, ANY);
    RANGE(model_getchar(), -1, 255);
    RANGE(model_fgetc(stream), -1, 255);
    RANGE(model_getc(stream), -1, 255);
    RANGE(model_ungetc(-1, stream), -1, -1);
    RANGE(model_ungetc('a', stream), -1, 'a');
    RANGE(model_fputc(-2, stream), -1, 254);
    RANGE(model_putc(-2, stream), -1, 254);
    RANGE(model_fputs("", stream), -1, ANY);
    RANGE(model_puts(""), -1, ANY);
    RANGE(model_fwrite(bytes, 3, 7, stream), 0, 7);
    RANGE(model_fwrite(bytes, 0, 7, stream), 0, 0);
    RANGE(model_fread(bytes, 3, 0, stream), 0, 0);
    RANGE(model_fread(bytes, 3, 7, stream), 0, 7);
    RANGE(model_fgets(bytes, 0, stream) != 0, 0, 0);
    RANGE(model_fgets(bytes, 1, stream) ? (long)strlen(bytes) : -1, -1, 0);
    RANGE(model_fgets(bytes, 8, stream) ? (long)strlen(bytes) : -1, -1, 7);
    RANGE(model_fgets(bytes, 8, stream) && bytes[0] == 'a', 0, 1);
    RANGE(model_fgets(bytes, 8, stream) && bytes[0] == '\n', 0, 1);
    RANGE((model_snprintf(bytes, 8, "%f", 1.0), strlen(bytes)), 0, 7);
    RANGE(model_fseek(stream, 0, 0), -1, 0);
    RANGE(model_ftell(stream), -1, ANY);
    RANGE(model_fileno(stream), -1, ANY);
    RANGE(model_open("", 0), -1, ANY);
    RANGE(model_read(0, bytes, 7), -1, 7);
    RANGE(model_write(0, bytes, 7), -1, 7);
    RANGE(model_lseek(0, 0, 0), -1, ANY);
    RANGE(model_dup(1), -1, ANY);
    RANGE(model_dup2(1, 5), -1, 5);
    RANGE(model_sleep(20), 0, 20);
    RANGE(model_getpid(), 1, ANY);
    RANGE(model_umask(0), 0, ANY);
    RANGE(model_time(0), 0, ANY);
    RANGE(model_clock(), -1, ANY);
}

/* What models write to. */
static struct timespec spec, left;
static struct timeval val;
static struct tm *date;
static const time_t now;
static int files[2];

static void structures(void)
{
    RANGE(model_clock_gettime(0, &spec) ? 0 : spec.tv_sec, 0, ANY);
    RANGE(model_clock_gettime(0, &spec) ? 0 : spec.tv_nsec, 0, ANY);
    RANGE(model_clock_gettime(0, &spec) == 0 && spec.tv_nsec >= 1000000000, 0, 0);
    RANGE(model_gettimeofday(&val, 0) ? 0 : val.tv_usec, 0, ANY);
    spec.tv_sec = 20;
    RANGE((left.tv_sec = 0, model_nanosleep(&spec, &left), left.tv_sec), 0, 20);
    RANGE((left.tv_nsec = 0, model_nanosleep(&spec, &left), left.tv_nsec), 0, ANY);
    RANGE(model_pipe(files), -1, 0);
    RANGE(model_pipe(files) == 0 ? files[0] : 0, 0, ANY);
    RANGE(model_pipe(files) == 0 && files[0] == files[1], 0, 0);
    /* So many assumptions hold together rarely. */
    narrow = 1;
    RANGE((date = model_gmtime(&now)) ? date->tm_mon : 0, 0, 1);
    RANGE((date = model_gmtime(&now)) ? date->tm_mday : 1, 1, 1);
    RANGE((date = model_gmtime(&now)) ? date->tm_isdst : 0, 0, 1);
    narrow = 0;
}

static void one_text(FILE *stream, unsigned which)
{
    unsigned long size = below(40);
    memset(bytes, 'x', sizeof bytes);
    if (which == 0) {
        int length = model_snprintf(bytes, size, "%d", 1);
        untouched(size, "snprintf");
        CHECK(size == 0 || memchr(bytes, 0, size), "snprintf");
        if (length >= 0 && size > 0)
            CHECK(strlen(bytes) == ((unsigned long)length < size ? length : size - 1), "snprintf");
    } else if (which == 1) {
        char *text = model_fgets(bytes, size, stream);
        untouched(text ? size : 0, "fgets");
        char *line = text ? memchr(bytes, '\n', size) : 0;
        CHECK(!text || memchr(bytes, 0, size), "fgets");
        CHECK(!line || line[1] == 0, "fgets");
    } else if (which == 2) {
        unsigned long done = model_fread(bytes, 3, size / 3, stream);
        CHECK(done <= size / 3, "fread");
        untouched(3 * done, "fread");
    } else if (which == 3) {
        long done = model_read(0, bytes, size);
        untouched(done < 0 ? 0 : done, "read");
    } else if (which == 4) {
        int failed = model_gethostname(bytes, size);
        CHECK(failed || strlen(bytes) < size, "gethostname");
        untouched(failed ? 0 : size, "gethostname");
    } else {
        char *value = model_getenv("HOME");
        CHECK(!value || strlen(value) < 16, "getenv");
        CHECK(strlen(model_strerror(1)) < 16, "strerror");
        struct passwd *entry = model_getpwnam("root");
        CHECK(!entry || strlen(entry->pw_name) + strlen(entry->pw_dir) + strlen(entry->pw_shell) < 48, "getpwnam");
    }
}

static void texts(FILE *stream)
{
    static int ends[6];
    for (volatile unsigned i = 0; i < 30000; i++)
        if (setjmp(again) == 0) {
            one_text(stream, i % 6);
            ends[i % 6]++;
        }
    for (int i = 0; i < 6; i++)
        CHECK(ends[i] > 100, "assumptions that hardly ever hold");
}

static void preconditions(void)
{
    REFUSED(model_fprintf(0, ""));
    REFUSED(model_fputs("", 0));
    REFUSED(model_fputc('a', 0));
    REFUSED(model_putc('a', 0));
    REFUSED(model_ungetc('a', 0));
    REFUSED(model_getc(0));
    REFUSED(model_fgetc(0));
    REFUSED(model_fgets(bytes, 2, 0));
    REFUSED(model_fread(bytes, 1, 1, 0));
    REFUSED(model_fwrite(bytes, 1, 1, 0));
    REFUSED(model_fclose(0));
    REFUSED(model_pclose(0));
    REFUSED(model_feof(0));
    REFUSED(model_ferror(0));
    REFUSED(model_clearerr(0));
    REFUSED(model_rewind(0));
    REFUSED(model_fseek(0, 0, 0));
    REFUSED(model_ftell(0));
    REFUSED(model_fileno(0));
    REFUSED(model_setvbuf(0, 0, 0, 0));
    REFUSED(model_setbuf(0, 0));
}

int main(void)
{
    FILE *stream = 0;
    while (!stream)
        stream = model_fopen("a", "r");
    ranges(stream);
    structures();
    texts(stream);
    preconditions();
    CHECK(model_fclose(stream) <= 0, "fclose");
    if (setjmp(again) == 0) {
        model_exit(0);
        CHECK(0, "exit");
    }
    return 0;
}
