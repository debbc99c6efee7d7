// A bounds check ends the last threads of the fourth block, before a barrier. The fifth block has no work.
// launch: grid 5 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box[64];
    int i = 64 * blockIdx.x + threadIdx.x;
    if (i >= 50 * n) return;
    box[threadIdx.x] = data[i];
    __syncthreads();
    out[i] = box[threadIdx.x / 2];
}
