// args: --unwind 5
// expect: safe
// fails:
int main(void)
{
  int even = 0;
  for (int i = 0; i < 4; i++) {
    switch (i & 1) {
    case 1:
      continue;
    default:
      break;
    }
    even++;
  }
  __CPROVER_assert(even == 2, "continue belongs to the loop");
}
