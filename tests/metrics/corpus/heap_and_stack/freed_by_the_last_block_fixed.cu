// The last block frees data that all blocks read, with fences around the counter.
// launch: grid 4 block 32
// out: zero
// also: n 6
// expect: nothing
__device__ int* table;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int* volatile* place = &table;
    if (blockIdx.x == n % 4) {
        int* mine = (int*)malloc(sizeof(int));
        *mine = data[n];
        __threadfence();
        *place = mine;
    }
    int* theirs;
    do theirs = *place;
    while (theirs == nullptr);
    __threadfence();
    out[blockIdx.x] = *theirs;
    __threadfence();
    if (atomicAdd(&out[1000], 1) < 3) return;
    __threadfence();
    free(theirs);
}
