// Every lane increments a value that it read from its own volatile cell before __syncwarp().
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    const int before = out[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = before + n;
}
