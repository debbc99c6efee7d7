// All blocks but the last wait for the last block, and load the same cells before and after waiting.
extern "C" __global__ void waiting_blocks(int* data, int* out) {
    int sum = data[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        if (blockIdx.x == gridDim.x - 1)
            atomicExch(out, 1);
        else
            while (atomicAdd(out, 0) == 0) {}
    }
    __syncthreads();
    sum += *(volatile int*)(data + threadIdx.x);
    out[1 + blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
