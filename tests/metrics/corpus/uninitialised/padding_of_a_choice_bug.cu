// The smaller of two structures is kept, but the indices in the second half of the array were never set.
//     launch: grid 2 block 64
//     out: zero
//     expect: uninitialised_read
struct Candidate {
    double cost;
    int index;
};
__device__ Candidate smaller(Candidate a, Candidate b) { return a.cost < b.cost ? a : b; }

__global__ void kernel(int* data, int* out, int n) {
    __shared__ Candidate best[64];
    const int t = threadIdx.x;
    best[t].cost = 64 - data[t];
    if (t < 32) best[t].index = t;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half) best[t] = smaller(best[t], best[t + half]); // FINDING
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = best[0].index;
}
