// A barrier is in a branch of the first threads, in each of four blocks. The other lanes have ended.
// launch: grid 4 block 64
// out: zero
// expect: note:barrier_divergence
// says: 24 of the warp's 32 threads ended
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box[64];
    box[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x < 40) {
        __syncthreads(); // FINDING
        out[64 * blockIdx.x + threadIdx.x] = box[threadIdx.x / 2];
    }
}
