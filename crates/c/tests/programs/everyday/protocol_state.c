// args: --unwind 5
// expect: unsafe
// fails: assertion@23
// Data is accepted in a state in which the connection is closed.
enum state { CLOSED, OPENING, OPEN };
enum event { CONNECT, ACCEPT, DATA, CLOSE };
unsigned nondet_unsigned(void);
int main(void)
{
  enum state s = CLOSED;
  int received = 0;
  for (int i = 0; i < 4; i++) {
    enum event e = (enum event)(nondet_unsigned() % 4u);
    switch (e) {
    case CONNECT:
      if (s == CLOSED)
        s = OPENING;
      break;
    case ACCEPT:
      s = OPEN;
      break;
    case DATA:
      __CPROVER_assert(s == OPEN, "data needs a connection");
      received++;
      break;
    case CLOSE:
      s = CLOSED;
      break;
    }
  }
  __CPROVER_assert(received <= 4, "one for each event");
}
