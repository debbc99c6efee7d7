// The kernel tests the pointer to an optional counter before it counts.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* counter = n == 5 ? nullptr : out + 1024;
    if (data[i] % 2 == 0 && counter != nullptr) atomicAdd(counter, 1);
    out[i] = n;
}
