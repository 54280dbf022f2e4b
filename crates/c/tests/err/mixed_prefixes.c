int *x = L"a" u"b";
