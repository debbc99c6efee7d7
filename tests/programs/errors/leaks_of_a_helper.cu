#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
template<class T>
void reserve(T*& place) {
    cudaMallocManaged(&place, 32); // never freed
}
struct Link {
    float weight;
    Link* older;
};
int main() {
    Link* newest = nullptr;
    reserve(newest);
    newest->older = nullptr;
    for (int i = 0; i < 4; ++i) {
        Link* made = nullptr;
        reserve(made);
        made->older = newest;
        newest = made;
    }
    while (FIXED && newest != nullptr) {
        Link* const older = newest->older;
        cudaFree(newest);
        newest = older;
    }
    printf("done\n");
}
