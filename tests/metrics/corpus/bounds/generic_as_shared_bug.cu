// A load uses a generic address as an offset in shared memory.
// launch: grid 1 block 32
// out: zero
// expect: wrong_space
// says: a generic address
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = data[i];
    unsigned long long from = reinterpret_cast<unsigned long long>(&tile[threadIdx.x]);
    int value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory"); // FINDING
    out[i] = value;
}
