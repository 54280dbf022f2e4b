// pointer pointer pointer pointer
int main(void) {
    int a[4], b[2];
    int *end = a + 4, *beyond = a + 5, *none = 0;
    a < end;
    end - a;
    a < beyond;
    a - b;
    none < none;
    a == b;
    return 0;
}
