typedef int (*binary)(int, int);
typedef struct { unsigned char n; int data[]; } flexible;
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static const binary table[] = {add, sub};
int total(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int main(void) {
  int n = 2, a[n];
  a[0] = 1; a[1] = _Generic(n, int: 5, default: 6);
  double d = 1.5;
  float f = d * 2;
  __typeof__(a[0]) k = __builtin_offsetof(flexible, data) + (int)f;
  _Static_assert(sizeof(flexible) == 4, "padded");
  return table[n & 1](k, total(n, a)) + (d < f);
}
