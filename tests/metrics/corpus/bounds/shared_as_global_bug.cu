// A load uses a pointer to shared memory as a pointer to global memory.
// launch: grid 1 block 32
// out: zero
// expect: wrong_space
// says: shared memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = data[i];
    const int* from = &tile[threadIdx.x];
    int value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory"); // FINDING
    out[i] = value + tile[threadIdx.x];
}
