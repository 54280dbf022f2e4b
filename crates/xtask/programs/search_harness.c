/* A search for a word in a text of SIZE letters: the result is the first place where the word stands, or -1 if there is none. */
#include <assert.h>

#ifndef SIZE
#define SIZE 3
#endif
#define LETTERS 3

unsigned char nondet_uchar(void);
int nondet_int(void);
int search(const unsigned char *text, int length, const unsigned char *word, int letters);

static int stands(const unsigned char *text, const unsigned char *word, int letters)
{
  for (int i = 0; i < letters; i++)
    if (text[i] != word[i])
      return 0;
  return 1;
}

int main(void)
{
  unsigned char text[SIZE], word[SIZE];
  int length = nondet_int(), letters = nondet_int();
  __CPROVER_assume(length >= 0 && length <= SIZE);
  __CPROVER_assume(letters >= 1 && letters <= SIZE);
  for (int i = 0; i < SIZE; i++) {
    text[i] = nondet_uchar();
    word[i] = nondet_uchar();
    __CPROVER_assume(text[i] < LETTERS && word[i] < LETTERS);
  }
  int found = search(text, length, word, letters);
  assert(found >= -1 && found <= length - letters || found == -1);
  if (found >= 0)
    assert(stands(text + found, word, letters));
  for (int i = 0; i + letters <= length; i++)
    if (found == -1 || i < found)
      assert(!stands(text + i, word, letters));
  return 0;
}
