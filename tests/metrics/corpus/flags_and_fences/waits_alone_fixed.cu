// One thread waits for another block, and the other threads wait for that thread.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* flag = out + 1000;
    if ((blockIdx.x + n) % 2 == 0) {
        out[threadIdx.x] = data[threadIdx.x];
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[100 + threadIdx.x] = out[threadIdx.x];
    }
}
