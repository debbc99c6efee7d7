// One thread frees a table that others may still read.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: use_after_free
// says: into 256 bytes*freed them
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int* table;
    if (threadIdx.x == 0) {
        table = (int*)malloc(64 * sizeof(int));
        for (int k = 0; k < 64; ++k) table[k] = data[k];
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = table[63 - threadIdx.x]; // FINDING
    if (threadIdx.x == n % 2 * 32) free(table); // OTHER
}
