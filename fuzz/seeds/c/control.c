int f(int n) {
  if (n <= 0)
    return 1;
  return n * f(n - 1);
}
int main(void) {
  int s = 0, i;
  for (i = 0; i < 2; i++) {
    switch (i) {
    case 0: s += 2;
    case 1 ... 3: s *= 3; break;
    default: goto end;
    }
    if (s > 100) continue;
    s--;
  }
  do s += f(2); while (i-- > 1);
  while (s > 20) { s /= 2; if (s == 7) break; }
  if (s & 1) goto inside;
  { s++; inside: s += ({ int t = s; t += 2; t; }); }
end:
  return s;
}
