// A load uses an offset in shared memory that was converted from a generic address.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = data[i];
    unsigned long long from = __cvta_generic_to_shared(&tile[threadIdx.x]);
    int value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    out[i] = value;
}
