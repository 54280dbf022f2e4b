// args:
// expect: unsafe
// fails: assertion@15
// Degrees Fahrenheit from tenths of degrees Celsius.
short nondet_short(void);
static int fahrenheit(int tenths)
{
  return tenths * 9 / 50 + 32;
}
int main(void)
{
  int t = nondet_short();
  __CPROVER_assume(t >= -400 && t <= 1250);
  __CPROVER_assert(fahrenheit(t) >= -40 && fahrenheit(t) <= 257, "the sensor's range");
  __CPROVER_assert(fahrenheit(t) != 32 || t == 0, "rounded");
}
