/* Models of <pwd.h>: an entry of the user database with any texts of at most 15 characters. The layout is that of glibc. */

/* shared __assay_any_passwd
   Some entry, which the next call overwrites. As in CBMC there always is one. */
struct passwd {
    char *pw_name;
    char *pw_passwd;
    unsigned pw_uid;
    unsigned pw_gid;
    char *pw_gecos;
    char *pw_dir;
    char *pw_shell;
};
struct __assay_passwd_texts {
    char name[16];
    char password[16];
    char comment[16];
    char folder[16];
    char shell[16];
};
unsigned nondet_assay_uint(void);
static struct passwd *__assay_any_passwd(void)
{
    static struct passwd entry;
    static struct __assay_passwd_texts texts;
    struct __assay_passwd_texts any;
    texts = any;
    texts.name[15] = 0;
    texts.password[15] = 0;
    texts.comment[15] = 0;
    texts.folder[15] = 0;
    texts.shell[15] = 0;
    entry.pw_name = texts.name;
    entry.pw_passwd = texts.password;
    entry.pw_uid = nondet_assay_uint();
    entry.pw_gid = nondet_assay_uint();
    entry.pw_gecos = texts.comment;
    entry.pw_dir = texts.folder;
    entry.pw_shell = texts.shell;
    return &entry;
}

/* model getpwnam */
struct passwd *getpwnam(const char *name)
{
    (void)name;
    return __assay_any_passwd();
}

/* model getpwuid */
struct passwd *getpwuid(unsigned user)
{
    (void)user;
    return __assay_any_passwd();
}
