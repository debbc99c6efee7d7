// All threads pass the barrier before the branch.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box[64];
    box[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    if (threadIdx.x % 2 == 0) out[threadIdx.x] = box[(threadIdx.x + 2) % 64];
}
