unsigned char c = 200;
signed char d = -7;
static short e[4] = {1, -2, 3};
enum size { SMALL = 1, LARGE = 1 << 20 };
int main(void) {
  int x = c + d, y = x << 2;
  unsigned u = (unsigned)x * 3u;
  long long w = (long long)y * LARGE;
  x ^= e[u & 3] >> 1;
  y = x ? w % 7 : ~d;
  _Bool b = x > y || (u != 0 && !c);
  return (int)w / 3 - b;
}
