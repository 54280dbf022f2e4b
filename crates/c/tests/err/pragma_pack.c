#pragma pack(3)
struct S { char a; int b; };
