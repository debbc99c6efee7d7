#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
struct Settings {
    int width;
};
__attribute__((noinline)) int width_of(const Settings* settings) { return settings->width; }
int main() {
    static const Settings standard{3};
    const Settings* volatile found = FIXED ? &standard : nullptr;
    void* p = nullptr;
    cudaMalloc(&p, 100);
    printf("before\n");
    fflush(stdout);
    printf("%d\n", width_of(found)); // nothing was found
    cudaFree(p);
}
