/* Models of the functions of <stdio.h> that print into memory. Integers, characters and texts are printed as the format says, with flags,
   widths and precisions. From the first conversion on that is not known here (floating-point numbers, pointers), the text is open. */

/* shared __assay_output
   Where a text is printed to. What goes beyond `size` is counted only. */
struct __assay_output {
    char *text;
    __assay_size size;
    __assay_size count;
};

/* shared __assay_put */
static void __assay_put(struct __assay_output *out, char c)
{
    if (out->count < out->size)
        out->text[out->count] = c;
    out->count++;
}

/* shared __assay_pad */
static void __assay_pad(struct __assay_output *out, char c, int count)
{
    for (int i = 0; i < count; i++)
        __assay_put(out, c);
}

/* shared __assay_conversion
   What stands between `%` and the letter. A precision of -1 is none. */
struct __assay_conversion {
    _Bool left;
    _Bool zero;
    char sign;
    _Bool other;
    int width;
    int precision;
};

/* shared __assay_number
   A number without its sign in base 8, 10 or 16. */
static void __assay_number(struct __assay_output *out, const struct __assay_conversion *how,
                           unsigned long long value, char sign, unsigned base, char ten)
{
    char digits[22];
    int count = 0;
    while (value != 0) {
        char digit = (char)(value % base);
        digits[count] = digit < 10 ? (char)('0' + digit) : (char)(ten + digit - 10);
        value = value / base;
        count++;
    }
    int least = how->precision < 0 ? 1 : how->precision;
    int zeros = least > count ? least - count : 0;
    int length = zeros + count + (sign != 0);
    int blanks = how->width > length ? how->width - length : 0;
    if (how->zero && !how->left && how->precision < 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!how->left)
        __assay_pad(out, ' ', blanks);
    if (sign)
        __assay_put(out, sign);
    __assay_pad(out, '0', zeros);
    while (count > 0) {
        count--;
        __assay_put(out, digits[count]);
    }
    if (how->left)
        __assay_pad(out, ' ', blanks);
}

/* shared __assay_text */
static void __assay_text(struct __assay_output *out, const struct __assay_conversion *how,
                         const char *text)
{
    int length = 0;
    while ((how->precision < 0 || length < how->precision) && text[length])
        length++;
    int blanks = how->width > length ? how->width - length : 0;
    if (!how->left)
        __assay_pad(out, ' ', blanks);
    for (int i = 0; i < length; i++)
        __assay_put(out, text[i]);
    if (how->left)
        __assay_pad(out, ' ', blanks);
}

/* shared __assay_character */
static void __assay_character(struct __assay_output *out, const struct __assay_conversion *how,
                              char c)
{
    int blanks = how->width > 1 ? how->width - 1 : 0;
    if (!how->left)
        __assay_pad(out, ' ', blanks);
    __assay_put(out, c);
    if (how->left)
        __assay_pad(out, ' ', blanks);
}

/* shared __assay_open_text
   Any further text of any length. */
char nondet_assay_char(void);
__assay_size nondet_assay_size(void);
static void __assay_open_text(struct __assay_output *out)
{
    __assay_size end = nondet_assay_size();
    __CPROVER_assume(end >= out->count && end <= 0x7fffffff);
    for (__assay_size i = out->count; i < out->size && i < end; i++) {
        char c = nondet_assay_char();
        __CPROVER_assume(c != 0);
        out->text[i] = c;
    }
    out->count = end;
}

/* shared __assay_flags */
static const char *__assay_flags(const char *format, struct __assay_conversion *how)
{
    for (;; format++) {
        if (*format == '-')
            how->left = 1;
        else if (*format == '0')
            how->zero = 1;
        else if (*format == '+')
            how->sign = '+';
        else if (*format == ' ')
            how->sign = how->sign ? how->sign : ' ';
        else if (*format == '#')
            how->other = 1;
        else
            return format;
    }
}

/* shared __assay_digits */
static const char *__assay_digits(const char *format, int *number)
{
    for (; *format >= '0' && *format <= '9'; format++)
        *number = *number * 10 + (*format - '0');
    return format;
}

/* shared __assay_lengths
   How long an argument is: 2 for `long long`, 1 for `long`, -1 for `short`, -2 for `char`. */
static const char *__assay_lengths(const char *format, int *length)
{
    for (;; format++) {
        if (*format == 'l')
            (*length)++;
        else if (*format == 'h')
            (*length)--;
        else if (*format == 'z' || *format == 't')
            *length = 1;
        else if (*format == 'j')
            *length = 2;
        else
            return format;
    }
}

/* shared __assay_signed */
static void __assay_signed(struct __assay_output *out, const struct __assay_conversion *how,
                           long long value, int length)
{
    value = length < -1 ? (signed char)value : length < 0 ? (short)value : value;
    unsigned long long size = (unsigned long long)value;
    __assay_number(out, how, value < 0 ? 0 - size : size, value < 0 ? '-' : how->sign, 10, 'a');
}

/* shared __assay_unsigned */
static void __assay_unsigned(struct __assay_output *out, const struct __assay_conversion *how,
                             unsigned long long value, int length, char letter)
{
    value = length < -1 ? (unsigned char)value : length < 0 ? (unsigned short)value : value;
    unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
    __assay_number(out, how, value, 0, base, letter == 'X' ? 'A' : 'a');
}

/* shared __assay_format
   How many characters the text has without the zero at its end. */
static int __assay_format(char *text, __assay_size size, const char *format,
                          __builtin_va_list arguments)
{
    struct __assay_output out = { text, size, 0 };
    for (; *format; format++) {
        if (*format != '%') {
            __assay_put(&out, *format);
            continue;
        }
        struct __assay_conversion how = { 0, 0, 0, 0, 0, -1 };
        format = __assay_flags(format + 1, &how);
        if (*format == '*') {
            how.width = __builtin_va_arg(arguments, int);
            how.left = how.left || how.width < 0;
            how.width = how.width < 0 ? -how.width : how.width;
            format++;
        } else {
            format = __assay_digits(format, &how.width);
        }
        if (*format == '.') {
            how.precision = 0;
            if (format[1] == '*') {
                how.precision = __builtin_va_arg(arguments, int);
                format += 2;
            } else {
                format = __assay_digits(format + 1, &how.precision);
            }
        }
        int length = 0;
        format = __assay_lengths(format, &length);
        char letter = *format;
        _Bool is_natural = letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o';
        if (letter == '%') {
            __assay_put(&out, '%');
        } else if (letter == 'd' || letter == 'i') {
            long long value = length > 1   ? __builtin_va_arg(arguments, long long)
                              : length > 0 ? __builtin_va_arg(arguments, long)
                                           : __builtin_va_arg(arguments, int);
            __assay_signed(&out, &how, value, length);
        } else if (is_natural && !how.other) {
            unsigned long long value = length > 1   ? __builtin_va_arg(arguments, unsigned long long)
                                       : length > 0 ? __builtin_va_arg(arguments, unsigned long)
                                                    : __builtin_va_arg(arguments, unsigned);
            __assay_unsigned(&out, &how, value, length, letter);
        } else if (letter == 'c' && length == 0) {
            __assay_character(&out, &how, (char)__builtin_va_arg(arguments, int));
        } else if (letter == 's' && length == 0) {
            __assay_text(&out, &how, __builtin_va_arg(arguments, const char *));
        } else {
            __assay_open_text(&out);
            break;
        }
    }
    if (size != 0)
        text[out.count < size ? out.count : size - 1] = 0;
    return (int)out.count;
}

/* model vsnprintf */
int vsnprintf(char *text, __assay_size size, const char *format, __builtin_va_list arguments)
{
    return __assay_format(text, size, format, arguments);
}

/* model snprintf */
int snprintf(char *text, __assay_size size, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __assay_format(text, size, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

/* shared __assay_format_new
   Prints into an object of its own. The first time only counts. */
void *malloc(__assay_size size);
static int __assay_format_new(char **text, const char *format, __builtin_va_list arguments)
{
    __builtin_va_list again;
    __builtin_va_copy(again, arguments);
    int length = __assay_format(0, 0, format, arguments);
    char *made = malloc((__assay_size)length + 1);
    if (!made)
        return -1;
    int other = __assay_format(made, (__assay_size)length + 1, format, again);
    __builtin_va_end(again);
    __CPROVER_assume(other == length);
    *text = made;
    return length;
}

/* model vasprintf */
int vasprintf(char **text, const char *format, __builtin_va_list arguments)
{
    return __assay_format_new(text, format, arguments);
}

/* model asprintf */
int asprintf(char **text, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __assay_format_new(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
