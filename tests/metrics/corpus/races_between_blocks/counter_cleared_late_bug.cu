// One thread clears the counter while others count.
// launch: grid 1 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) out[0] = 0; // OTHER
    if (data[i] % 3 == 0) atomicAdd(&out[0], 1); // FINDING
}
