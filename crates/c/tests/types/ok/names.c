// Scopes, tags, static locals, enumerations, typedefs that are hidden, `extern` in a block, implicit functions.
enum color { RED, GREEN = 5, BLUE };
enum sign { MINUS = -1, PLUS };
typedef int number;
static int counter;
extern int elsewhere;

number count(enum color c, enum sign s)
{
    static int counter = BLUE;
    extern int elsewhere;
    struct inner { number value; } i = {c};
    { number number = 3; struct inner { char value; } j = {number}; i.value += j.value; }
    counter += s < 0;
    { static int counter; counter++; }
    return counter + elsewhere + unknown(1, 2.5f) + i.value + sizeof(enum color);
}

int use(void) { return count(RED, PLUS) + counter; }
