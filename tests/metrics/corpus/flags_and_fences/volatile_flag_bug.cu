// A warp waits for a volatile flag in shared memory, but no fence orders the data.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int box;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        while (flag == 0) {}
        out[blockIdx.x] = *(volatile int*)&box; // FINDING OTHER
    } else if (threadIdx.x == 32) {
        *(volatile int*)&box = data[blockIdx.x]; // OTHER
        flag = 1;
    }
}
