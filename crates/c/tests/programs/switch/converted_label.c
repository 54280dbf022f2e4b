// args:
// expect: safe
// fails:
// Labels are converted to the promoted type of the value.
int main(void)
{
  unsigned char c = 255;
  int hit = 0;
  switch (c) {
  case -1: hit = 1; break;
  case 255: hit = 2; break;
  }
  __CPROVER_assert(hit == 2, "promoted to int");
}
