// args: --conversion-check
// expect: unsafe
// fails: conversion@10
// With --conversion-check a cut is a fault.
int nondet_int(void);
int main(void)
{
  int x = nondet_int();
  __CPROVER_assume(x >= 0 && x <= 300);
  signed char c = x;
  return c;
}
