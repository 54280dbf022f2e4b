// pointer
int main(void) {
    int *p = 0;
    switch (3) {
        int d;
    case 3:
        p = &d;
        *p = 42;
    }
    int sum = 0;
    goto over;
    int x;
over:
    x = 5;
    int *q = &x;
    sum += *q;
    return *p + sum;
}
