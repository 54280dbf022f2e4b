_Atomic int a; _Atomic(long) b; int *_Atomic c;
