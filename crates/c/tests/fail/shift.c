// shift shift shift
int main(void) {
    int n = 32, m = -1;
    1 << n;
    1 >> m;
    m << 1;
    m >> 1;
    return 0;
}
