// Each side of a branch synchronizes only its own lanes, but reads the other side's data.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[32];
    int value;
    if (threadIdx.x & 1) {
        tile[threadIdx.x] = data[threadIdx.x]; // FINDING OTHER
        __syncwarp(0xaaaaaaaau);
        value = tile[threadIdx.x ^ 1] + n; // FINDING OTHER
        out[64 + threadIdx.x] = n;
    } else {
        tile[threadIdx.x] = data[threadIdx.x] * 2; // OTHER
        __syncwarp(0x55555555u);
        value = tile[threadIdx.x ^ 1]; // OTHER
        out[96 + threadIdx.x] = n;
    }
    out[threadIdx.x] = value;
}
