/* The search of Horspool: compares from the end of the word, and moves on by how far the letter under that end is from the end. */
#define ALPHABET 3

int search(const unsigned char *text, int length, const unsigned char *word, int letters)
{
  int shift[ALPHABET];
  int place = 0;

  for (int i = 0; i < ALPHABET; i++)
    shift[i] = letters;
  for (int i = 0; i < letters - 1; i++)
    shift[word[i]] = letters - 1 - i;
  while (place + letters <= length) {
    int i = letters - 1;
    while (i >= 0 && text[place + i] == word[i])
      i--;
    if (i < 0)
      return place;
    place += shift[text[place + letters - 1]];
  }
  return -1;
}
