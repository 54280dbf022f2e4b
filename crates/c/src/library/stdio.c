/* Models of <stdio.h>. What is read and whether an operation succeeds is open. A stream is an allocated object, so that it can be lost,
   and closed twice. There is no model of the `scanf` family, because what it writes depends on the format. Printing into memory is in
   print.c. */

/* shared __assay_file_size
   As large as a `FILE` of glibc. What it holds is any value. */
enum { __assay_file_size = 216 };

/* model printf */
int nondet_assay_int(void);
int printf(const char *format, ...)
{
    (void)format;
    return nondet_assay_int();
}

/* model vprintf */
int nondet_assay_int(void);
int vprintf(const char *format, __builtin_va_list arguments)
{
    (void)format;
    (void)arguments;
    return nondet_assay_int();
}

/* model fprintf */
struct _IO_FILE;
int nondet_assay_int(void);
int fprintf(struct _IO_FILE *stream, const char *format, ...)
{
    __CPROVER_precondition(stream != 0, "fprintf is given a stream");
    (void)format;
    return nondet_assay_int();
}

/* model vfprintf */
struct _IO_FILE;
int nondet_assay_int(void);
int vfprintf(struct _IO_FILE *stream, const char *format, __builtin_va_list arguments)
{
    __CPROVER_precondition(stream != 0, "vfprintf is given a stream");
    (void)format;
    (void)arguments;
    return nondet_assay_int();
}

/* model dprintf */
int nondet_assay_int(void);
int dprintf(int file, const char *format, ...)
{
    (void)file;
    (void)format;
    return nondet_assay_int();
}

/* model vdprintf */
int nondet_assay_int(void);
int vdprintf(int file, const char *format, __builtin_va_list arguments)
{
    (void)file;
    (void)format;
    (void)arguments;
    return nondet_assay_int();
}

/* model puts */
int nondet_assay_int(void);
int puts(const char *text)
{
    (void)text;
    int result = nondet_assay_int();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model fputs */
struct _IO_FILE;
int nondet_assay_int(void);
int fputs(const char *text, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fputs is given a stream");
    (void)text;
    int result = nondet_assay_int();
    __CPROVER_assume(result >= -1);
    return result;
}

/* model putchar */
int nondet_assay_int(void);
int putchar(int c)
{
    return nondet_assay_int() ? (unsigned char)c : -1;
}

/* model putc */
struct _IO_FILE;
int nondet_assay_int(void);
int putc(int c, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "putc is given a stream");
    return nondet_assay_int() ? (unsigned char)c : -1;
}

/* model fputc */
struct _IO_FILE;
int nondet_assay_int(void);
int fputc(int c, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fputc is given a stream");
    return nondet_assay_int() ? (unsigned char)c : -1;
}

/* model ungetc */
struct _IO_FILE;
int nondet_assay_int(void);
int ungetc(int c, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "ungetc is given a stream");
    return c != -1 && nondet_assay_int() ? (unsigned char)c : -1;
}

/* model perror */
void perror(const char *text)
{
    (void)text;
}

/* model getchar */
int nondet_assay_int(void);
int getchar(void)
{
    int c = nondet_assay_int();
    __CPROVER_assume(c >= -1 && c <= 255);
    return c;
}

/* model getc */
struct _IO_FILE;
int nondet_assay_int(void);
int getc(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "getc is given a stream");
    int c = nondet_assay_int();
    __CPROVER_assume(c >= -1 && c <= 255);
    return c;
}

/* model fgetc */
struct _IO_FILE;
int nondet_assay_int(void);
int fgetc(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fgetc is given a stream");
    int c = nondet_assay_int();
    __CPROVER_assume(c >= -1 && c <= 255);
    return c;
}

/* model fgets
   A line ends with the first newline, and may have zero bytes. */
struct _IO_FILE;
int nondet_assay_int(void);
char nondet_assay_char(void);
char *fgets(char *text, int size, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fgets is given a stream");
    int length = nondet_assay_int();
    if (size <= 0 || nondet_assay_int())
        return 0;
    __CPROVER_assume(length < size && (length > 0 || size == 1));
    int i = 0;
    while (i < size - 1 && i < length) {
        char c = nondet_assay_char();
        __CPROVER_assume(c != '\n' || i == length - 1);
        text[i] = c;
        i++;
    }
    text[i] = 0;
    return text;
}

/* model fread */
struct _IO_FILE;
__assay_size nondet_assay_size(void);
char nondet_assay_char(void);
__assay_size fread(void *object, __assay_size size, __assay_size count, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fread is given a stream");
    __assay_size done = nondet_assay_size();
    char *bytes = object;
    if (size == 0 || count == 0)
        return 0;
    __CPROVER_assume(done <= count);
    for (__assay_size i = 0; i < size * count && i < size * done; i++)
        bytes[i] = nondet_assay_char();
    return done;
}

/* model fwrite */
struct _IO_FILE;
__assay_size nondet_assay_size(void);
__assay_size fwrite(const void *object, __assay_size size, __assay_size count, struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fwrite is given a stream");
    (void)object;
    __assay_size done = nondet_assay_size();
    if (size == 0 || count == 0)
        return 0;
    __CPROVER_assume(done <= count);
    return done;
}

/* model fopen */
struct _IO_FILE;
void *malloc(__assay_size size);
int nondet_assay_int(void);
struct _IO_FILE *fopen(const char *path, const char *mode)
{
    (void)path;
    (void)mode;
    return nondet_assay_int() ? malloc(__assay_file_size) : 0;
}

/* model fdopen */
struct _IO_FILE;
void *malloc(__assay_size size);
int nondet_assay_int(void);
struct _IO_FILE *fdopen(int file, const char *mode)
{
    (void)file;
    (void)mode;
    return nondet_assay_int() ? malloc(__assay_file_size) : 0;
}

/* model tmpfile */
struct _IO_FILE;
void *malloc(__assay_size size);
int nondet_assay_int(void);
struct _IO_FILE *tmpfile(void)
{
    return nondet_assay_int() ? malloc(__assay_file_size) : 0;
}

/* model popen */
struct _IO_FILE;
void *malloc(__assay_size size);
int nondet_assay_int(void);
struct _IO_FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    return nondet_assay_int() ? malloc(__assay_file_size) : 0;
}

/* model fclose */
struct _IO_FILE;
void free(void *object);
int nondet_assay_int(void);
int fclose(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fclose is given a stream");
    free(stream);
    return nondet_assay_int() ? 0 : -1;
}

/* model pclose */
struct _IO_FILE;
void free(void *object);
int nondet_assay_int(void);
int pclose(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "pclose is given a stream");
    free(stream);
    int status = nondet_assay_int();
    __CPROVER_assume(status >= -1);
    return status;
}

/* model fflush
   Without a stream all are flushed. */
struct _IO_FILE;
int nondet_assay_int(void);
int fflush(struct _IO_FILE *stream)
{
    (void)stream;
    return nondet_assay_int() ? 0 : -1;
}

/* model feof */
struct _IO_FILE;
int nondet_assay_int(void);
int feof(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "feof is given a stream");
    return nondet_assay_int();
}

/* model ferror */
struct _IO_FILE;
int nondet_assay_int(void);
int ferror(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "ferror is given a stream");
    return nondet_assay_int();
}

/* model clearerr */
struct _IO_FILE;
void clearerr(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "clearerr is given a stream");
}

/* model rewind */
struct _IO_FILE;
void rewind(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "rewind is given a stream");
}

/* model fseek */
struct _IO_FILE;
int nondet_assay_int(void);
int fseek(struct _IO_FILE *stream, long offset, int origin)
{
    __CPROVER_precondition(stream != 0, "fseek is given a stream");
    (void)offset;
    (void)origin;
    return nondet_assay_int() ? 0 : -1;
}

/* model ftell */
struct _IO_FILE;
long nondet_assay_long(void);
long ftell(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "ftell is given a stream");
    long position = nondet_assay_long();
    __CPROVER_assume(position >= -1);
    return position;
}

/* model fileno */
struct _IO_FILE;
int nondet_assay_int(void);
int fileno(struct _IO_FILE *stream)
{
    __CPROVER_precondition(stream != 0, "fileno is given a stream");
    int file = nondet_assay_int();
    __CPROVER_assume(file >= -1);
    return file;
}

/* model setvbuf */
struct _IO_FILE;
int nondet_assay_int(void);
int setvbuf(struct _IO_FILE *stream, char *buffer, int mode, __assay_size size)
{
    __CPROVER_precondition(stream != 0, "setvbuf is given a stream");
    (void)buffer;
    (void)mode;
    (void)size;
    return nondet_assay_int();
}

/* model setbuf */
struct _IO_FILE;
void setbuf(struct _IO_FILE *stream, char *buffer)
{
    __CPROVER_precondition(stream != 0, "setbuf is given a stream");
    (void)buffer;
}

/* model remove */
int nondet_assay_int(void);
int remove(const char *path)
{
    (void)path;
    return nondet_assay_int() ? 0 : -1;
}

/* model rename */
int nondet_assay_int(void);
int rename(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return nondet_assay_int() ? 0 : -1;
}
