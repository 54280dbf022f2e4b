// args:
// expect: unsafe
// fails: bounds@9
#define BLOCKS 3
static unsigned char used[BLOCKS];
static int pool[BLOCKS];
static void give(int *block)
{
  used[block - pool] = 0;
}
int main(void)
{
  give(pool + 1);
  give(pool + BLOCKS);
}
