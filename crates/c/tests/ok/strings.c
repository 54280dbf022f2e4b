char *s = "a" "b\n" "\x41" "1";
int *w = L"wide \x1234" "f";
char *q = "??=\"";
