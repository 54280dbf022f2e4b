// args: --unwind 4
// expect: unsafe
// fails: assertion@21
// A negative amount empties the other account.
int nondet_int(void);
static int balance[2] = {100, 100};
static int transfer(int from, int to, int amount)
{
  if (balance[from] < amount)
    return 0;
  balance[from] -= amount;
  balance[to] += amount;
  return 1;
}
int main(void)
{
  int amount = nondet_int();
  __CPROVER_assume(amount > -500 && amount < 500);
  transfer(0, 1, amount);
  __CPROVER_assert(balance[0] + balance[1] == 200, "no money is made");
  __CPROVER_assert(balance[1] >= 0, "no debts");
}
