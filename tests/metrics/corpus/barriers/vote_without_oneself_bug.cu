// The mask of a vote does not include the calling lanes.
// launch: grid 1 block 32
// out: zero
// expect: barrier_divergence
// says: leaves out lanes that execute this: 0xffff0000
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int half = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
    half = 0x0000ffffu;
    out[i] = __ballot_sync(half, data[i] % 2 == 0); // FINDING
}
