// The mask of a vote includes the calling lanes.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int half = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
    out[i] = __ballot_sync(half, data[i] % 2 == 0);
}
