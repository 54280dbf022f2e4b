// division division
int main(void) {
    int zero = 0;
    int a = 5 / zero;
    double d = 1 / 0.0;
    return a + 5 % zero;
}
