_Alignas(16) char a[3];
_Alignas(double) int b;
