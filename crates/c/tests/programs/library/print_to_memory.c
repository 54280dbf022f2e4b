// args: --unwind 20
// expect: unsafe
// fails: assertion@16 pointer@__assay_format
// doubt: CBMC writes any text, which is not longer than the buffer
int snprintf(char *text, __CPROVER_size_t size, const char *format, ...);
int main(void)
{
  char text[8];
  int length = snprintf(text, sizeof text, "%d-%02x%s", -17, 10, "ab");
  __CPROVER_assert(length == 8, "counts what does not fit too");
  __CPROVER_assert(text[0] == '-' && text[1] == '1' && text[2] == '7', "the number");
  __CPROVER_assert(text[4] == '0' && text[5] == 'a' && text[6] == 'a', "padded");
  __CPROVER_assert(text[7] == 0, "cut off");
  length = snprintf(0, 0, "%5s|", "abc");
  __CPROVER_assert(length == 6, "only counts");
  __CPROVER_assert(snprintf(text, 3, "%u", 4000000000u) == 2, "it has more digits");
  snprintf(text, 9, "12345678");
}
