// args: --conversion-check
// expect: unsafe
// fails: conversion@10
// A negative number does not fit into an unsigned type.
int nondet_int(void);
int main(void)
{
  int n = nondet_int();
  __CPROVER_assume(n >= -1 && n < 10);
  unsigned long size = n;
  return size > 5;
}
