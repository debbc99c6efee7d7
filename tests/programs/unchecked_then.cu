// A call fails, and the program ignores it. Then the program crashes or returns its argument.
#include <cstdlib>
#include <cstring>

int main(int, char** arguments) {
    int* memory = nullptr; cudaMalloc(&memory, size_t(1) << 60);
    if (strcmp(arguments[1], "crash") == 0) *(volatile int*)memory = 1;
    return atoi(arguments[1]);
}
