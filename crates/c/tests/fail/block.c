// pointer
int main(void) {
    int *p;
    for (int i = 0; i < 2; i++) {
        int inner = i;
        p = &inner;
    }
    return *p;
}
