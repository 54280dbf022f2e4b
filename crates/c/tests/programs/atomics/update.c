// args:
// expect: unsafe
// fails: assertion@21
// doubt: CBMC calls sums of signed numbers overflows, which GCC defines to wrap
int nondet_int(void);
int main(void)
{
  int value = nondet_int(), before = value, by = nondet_int();
  unsigned char bits = 0xf0;
  int *p = &value;
  __CPROVER_assert(__sync_fetch_and_add(p, by) == before, "the old value");
  __CPROVER_assert(__atomic_sub_fetch(p, by, 5) == before, "the new value");
  __CPROVER_assert(__atomic_fetch_nand(&bits, 0x3c, 0) == 0xf0, "old bits");
  __CPROVER_assert(bits == 0xcf, "nand");
  __CPROVER_assert(__sync_xor_and_fetch(&bits, 0xff) == 0x30, "xor");
  __CPROVER_assert(__sync_lock_test_and_set(&value, 7) == before && value == 7, "exchange");
  __sync_lock_release(&value);
  __CPROVER_assert(__atomic_load_n(&value, 5) == 0, "released");
  __atomic_store_n(&value, 9, 5);
  __sync_synchronize();
  __CPROVER_assert(value != 9, "it was stored");
}
