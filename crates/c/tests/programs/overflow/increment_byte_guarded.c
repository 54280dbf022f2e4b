// args:
// expect: safe
// fails:
signed char nondet_byte(void);
int main(void)
{
  signed char level = nondet_byte();
  if (level < 100)
    level++;
  if (level > -100)
    --level;
  unsigned char wraps = 255;
  wraps++;
  __CPROVER_assert(wraps == 0, "unsigned steps wrap");
}
