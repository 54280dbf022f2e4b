/* Pointers outside of their objects were compared by signed and by unsigned offsets, and only sometimes checked. */
struct s { int n; int data[]; } *made;
void *malloc(unsigned long);
int main(void) {
  int a[4], *p = &a[-2], *q = a + 6;
  made = malloc(sizeof *made + 4);
  if (made) made->data[1] = 5;
  return (p < a) + (q > a) + (int)(q - p) + (-1 << 3);
}
