#ifndef STACK_H
#define STACK_H
#define CAPACITY 2
struct stack { int depth; int items[CAPACITY]; };
void stack_init(struct stack *s);
_Bool stack_push(struct stack *s, int item);
#endif
