int a; unsigned long b[] = { sizeof a, sizeof(a), sizeof(int), sizeof(int *), _Alignof(int), __alignof__(a), sizeof -a };
