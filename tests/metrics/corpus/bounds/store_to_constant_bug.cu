// The kernel changes a constant.
// launch: grid 4 block 64
// out: zero
// expect: wrong_space
// says: into the constant 'scale'
__constant__ int scale[4] = {1, 2, 3, 4};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int* own = &scale[i % 4];
    asm volatile("st.u32 [%0], %1;" ::"l"(own), "r"(n) : "memory"); // FINDING
    out[1024 + i] = scale[(i + data[0]) % 4];
}
