// Queries the kind of memory that a pointer refers to, and the amount of memory.
#include <cstdio>
#include <cstdlib>

const char* kind_of(const void* pointer) {
    cudaPointerAttributes about;
    if (cudaPointerGetAttributes(&about, pointer) != cudaSuccess) return "unknown";
    switch (about.type) {
    case cudaMemoryTypeHost: return "host";
    case cudaMemoryTypeDevice: return "device";
    case cudaMemoryTypeManaged: return "managed";
    default: return "unregistered";
    }
}

int main() {
    void *device, *managed, *pinned, *plain = malloc(100);
    size_t before = 0, after = 0, total = 0;
    cudaMemGetInfo(&before, &total);
    cudaMalloc(&device, 64 << 20);
    cudaMemGetInfo(&after, &total);
    cudaMallocManaged(&managed, 100);
    cudaHostAlloc(&pinned, 100, cudaHostAllocMapped);
    printf("%s %s %s %s\n", kind_of(device), kind_of(managed), kind_of(pinned), kind_of(plain));
    printf("less is free: %d, than there is: %d\n", before - after >= size_t{64} << 20, before <= total);
    cudaFree(device);
    cudaFree(managed);
    cudaFreeHost(pinned);
    free(plain);
}
