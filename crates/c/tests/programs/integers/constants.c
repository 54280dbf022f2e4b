// args:
// expect: safe
// fails:
int main(void)
{
  __CPROVER_assert(0x10 == 16 && 010 == 8 && 0b101 == 5, "bases");
  __CPROVER_assert(2147483648 > 0, "a decimal constant that is too large for int is long");
  __CPROVER_assert(0xffffffff == 4294967295u, "a hexadecimal one may be unsigned");
  __CPROVER_assert('\n' == 10 && '\x41' == 'A' && '\101' == 'A', "characters");
}
