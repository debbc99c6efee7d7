// The producer arrives before it stores.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[32];
    if (threadIdx.x < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        box[threadIdx.x] = data[i]; // OTHER
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[i] = box[63 - threadIdx.x]; // FINDING OTHER
    }
}
