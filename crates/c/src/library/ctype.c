/* Models of <ctype.h> in the locale "C". A result that is not zero is the bit that glibc gives, so that a program that compares
   it with 1 is wrong here as it is there. */

/* model isdigit */
int isdigit(int c)
{
    int found = c >= '0' && c <= '9';
    return found ? 2048 : 0;
}

/* model isupper */
int isupper(int c)
{
    int found = c >= 'A' && c <= 'Z';
    return found ? 256 : 0;
}

/* model islower */
int islower(int c)
{
    int found = c >= 'a' && c <= 'z';
    return found ? 512 : 0;
}

/* model isalpha */
int isalpha(int c)
{
    int found = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return found ? 1024 : 0;
}

/* model isalnum */
int isalnum(int c)
{
    int found = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return found ? 8 : 0;
}

/* model isxdigit */
int isxdigit(int c)
{
    int found = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    return found ? 4096 : 0;
}

/* model isspace */
int isspace(int c)
{
    int found = c == ' ' || (c >= '\t' && c <= '\r');
    return found ? 8192 : 0;
}

/* model isblank */
int isblank(int c)
{
    int found = c == ' ' || c == '\t';
    return found ? 1 : 0;
}

/* model isprint */
int isprint(int c)
{
    int found = c >= ' ' && c <= '~';
    return found ? 16384 : 0;
}

/* model isgraph */
int isgraph(int c)
{
    int found = c > ' ' && c <= '~';
    return found ? 32768 : 0;
}

/* model iscntrl */
int iscntrl(int c)
{
    int found = (c >= 0 && c < ' ') || c == 127;
    return found ? 2 : 0;
}

/* model ispunct */
int ispunct(int c)
{
    int found = (c > ' ' && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c <= '~');
    return found ? 4 : 0;
}

/* model isascii */
int isascii(int c)
{
    return c >= 0 && c <= 127;
}

/* model toascii */
int toascii(int c)
{
    return c & 127;
}

/* model tolower */
int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* model toupper */
int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

/* model __ctype_b_loc
   The macros of glibc's header read this table. Its indices go from -128 to 255; what is not listed belongs to no class. */
const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short table[384] = {
        [128] = 2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
        2, 2, 2, 24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
        49156, 49156, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156,
        49156, 49156, 49156, 49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440,
        50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
        49156, 49156, 49156, 49156, 49156, 49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696,
        50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
        50696, 50696, 49156, 49156, 49156, 49156, 2,
    };
    static const unsigned short *zero;
    zero = table + 128;
    return &zero;
}
