// One thread waits for another block, but the other threads read without waiting for that thread.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* flag = out + 1000;
    if ((blockIdx.x + n) % 2 == 0) {
        out[threadIdx.x] = data[threadIdx.x]; // OTHER
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        out[100 + threadIdx.x] = out[threadIdx.x]; // FINDING OTHER
    }
}
