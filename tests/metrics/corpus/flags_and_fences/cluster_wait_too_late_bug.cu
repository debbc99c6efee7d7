// Threads arrive at the cluster barrier and read data that others stored before they wait.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    box[threadIdx.x] = data[i]; // OTHER
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    out[i] = box[63 - threadIdx.x]; // FINDING OTHER
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
