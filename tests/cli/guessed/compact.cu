// Keeps positive numbers in any order.
__global__ void compact(const int* in, int* out, int* counter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (in[i] > 0) {
        int pos = atomicAdd(counter, 1);
        // Faulty version: int pos = (*counter)++;
        out[pos] = in[i];
    }
}
