// args:
// expect: unsafe
// fails: overflow@8 overflow@10
signed char nondet_byte(void);
int main(void)
{
  signed char level = nondet_byte();
  level++;
  short depth = -32768;
  depth--;
}
