// A barrier is in a divergent branch. The other lanes have ended and count as arrived.
// launch: grid 1 block 64
// out: zero
// expect: note:barrier_divergence
// says: 16 of the warp's 32 threads ended
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box[64];
    box[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x % 2 == 0) {
        __syncthreads(); // FINDING
        out[threadIdx.x] = box[(threadIdx.x + 2) % 64];
    }
}
