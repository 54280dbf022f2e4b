// args:
// expect: safe
// fails:
// doubt: CBMC does not take back what was pushed after a further pragma
#pragma pack(push, 1)
struct header {
  unsigned char kind;
  unsigned int length;
  unsigned short flags : 5;
  unsigned int more : 20;
};
#pragma pack(2)
struct half {
  char tag;
  int value;
};
#pragma pack(pop)
struct natural {
  char tag;
  int value;
};
int main(void)
{
  __CPROVER_assert(sizeof(struct header) == 9, "25 bits take four bytes");
  __CPROVER_assert(sizeof(struct half) == 6, "aligned to two");
  __CPROVER_assert(sizeof(struct natural) == 8, "what was pushed is back");
  unsigned char bytes[9] = {1, 2, 3, 4, 5};
  struct header *h = (struct header *)bytes;
  __CPROVER_assert(h->length == 0x05040302, "no padding after the first byte");
}
