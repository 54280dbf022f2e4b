// args:
// expect: unsafe
// fails: pointer@8
// doubt: CBMC reports the read and the write
int main(void)
{
  int *none = 0;
  __sync_fetch_and_add(none, 1);
}
