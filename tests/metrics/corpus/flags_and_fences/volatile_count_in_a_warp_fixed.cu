// Every lane adds one to what it has read of a volatile cell of its own before __syncwarp().
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    const int before = out[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = before + n;
}
