// One thread reads a value that a thread of another warp stored before a barrier.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box;
    if (threadIdx.x == 7) box = data[i];
    __syncwarp();
    __syncthreads();
    if (threadIdx.x == 40) out[i] = box;
}
