// overflow
int main(void) {
    unsigned u = 0;
    u--;
    unsigned char c = 255;
    c++;
    signed char s = 127;
    s++;
    s = 300;
    return u + c;
}
