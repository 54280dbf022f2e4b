// args:
// expect: unsafe
// fails: overflow@14 overflow@21
int nondet_int(void);
int main(void)
{
  int n = nondet_int(), m;
#pragma CPROVER check push
#pragma CPROVER check disable "signed-overflow"
  m = n + n;
  n++;
  n -= 5;
#pragma CPROVER check pop
  m = n * 2;
#pragma CPROVER check push
#pragma CPROVER check enable "unsigned-overflow"
#pragma CPROVER check disable "pointer"
  unsigned u = (unsigned)m;
  int *none = 0;
  int silent = *none;
  u = u + 2u;
#pragma CPROVER check pop
  u = u + 1u;
  (void)silent;
}
