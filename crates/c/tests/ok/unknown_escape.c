int x = '\q';
