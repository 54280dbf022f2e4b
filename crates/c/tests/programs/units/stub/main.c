// args:
// expect: unsafe
// fails: bounds@10
// The stub gives more than the driver would, so the caller has to check.
int read_byte(void);
int main(void)
{
  int byte = read_byte();
  int seen[256] = {0};
  seen[byte] = 1;
  return seen[0];
}
