// Host code of a program with its kernel in another file.
#include <cstdio>

int six_times(int number);

int main() { std::printf("%d\n", six_times(2)); }
