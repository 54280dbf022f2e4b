int a = 'a', b = '\n', c = '\x41', d = '\0', e = L'x', f = '\'', g = 'ab';
