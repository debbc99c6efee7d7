// Reverses one block in dynamic shared memory.
__global__ void dynamicReverse(int *d, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    int tr = n - t - 1;
    s[t] = d[t];
    __syncthreads();
    // Faulty version: // no barrier
    d[t] = s[tr];
}
