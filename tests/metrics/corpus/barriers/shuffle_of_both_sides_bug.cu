// Both sides of a branch use a full mask, but one shuffles and the other votes.
// launch: grid 1 block 32
// out: zero
// expect: barrier_divergence
// says: contains lanes that do not execute this
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int value = data[threadIdx.x];
    if (threadIdx.x & 1) {
        value = __shfl_xor_sync(0xffffffffu, value, 1); // FINDING
        out[64 + threadIdx.x] = n;
    } else {
        value = __ballot_sync(0xffffffffu, value > n); // FINDING
        out[96 + threadIdx.x] = n;
    }
    out[threadIdx.x] = value;
}
