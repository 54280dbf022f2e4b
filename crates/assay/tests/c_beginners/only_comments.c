// args:
// exit: 2
// says: there is no function `main`
// says: no function of the files has a body
/* The harness will be here. */
