// args: --conversion-check
// expect: unsafe
// fails: conversion@9
float nondet_float(void);
int main(void)
{
  float f = nondet_float();
  __CPROVER_assume(f >= 0);
  int n = (int)f;
  return n;
}
