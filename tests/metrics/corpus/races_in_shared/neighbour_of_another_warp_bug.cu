// One thread reads a value that a thread of another warp stores.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
// at: block 0 thread 40
// other: block 0 thread 7
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box;
    if (threadIdx.x == 7) box = data[i]; // OTHER
    __syncwarp();
    if (threadIdx.x == 40) out[i] = box; // FINDING
}
