// The last block frees data that all blocks read, without waiting until they have read it.
// launch: grid 4 block 32
// out: zero
// also: n 6
// expect: use_after_free
// says: into 4 bytes*freed them
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
    out[blockIdx.x] = *theirs; // FINDING
    if (atomicAdd(&out[1000], 1) < 3) return;
    free(theirs); // OTHER
}
