// args:
// exit: 2
// says: not supported: `pthread_create`, because programs run as one thread here
// says: thread.c:11:
#include <assert.h>
#include <pthread.h>
int n;
static void *run(void *p) { n++; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(n == 1);
}
