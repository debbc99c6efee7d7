// The pointer to an optional counter is null.
// launch: grid 1 block 64
// out: zero
// expect: null_pointer
// says: atomic operation of 4 bytes at 0x0 through a null pointer
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* counter = n == 5 ? nullptr : out + 1024;
    if (data[i] % 2 == 0) atomicAdd(counter, 1); // FINDING
    out[i] = n;
}
