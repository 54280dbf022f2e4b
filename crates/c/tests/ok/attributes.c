int f(int a __attribute__((unused))) __attribute__((__noreturn__, format(printf, 1, 2)));
struct __attribute__((packed)) S { char a; int b __attribute__((aligned(8))); } __attribute__((aligned(16)));
__attribute__((weak)) int x __asm__("y") __attribute__((section(".z"))) = 1;
