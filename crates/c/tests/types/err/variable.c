int f(int n)
{
    static int (*kept)[n];
    extern int shared[n];
    int list[n] = {1};
    int huge[] = {[0x7fffffffffffffff] = 1};
    struct { int inner[n]; } record;
    return 0;
}
