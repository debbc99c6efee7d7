// The smaller of two structures is kept, including its unset padding.
//     launch: grid 2 block 64
//     out: unwritten
//     expect: nothing
struct Candidate {
    double cost;
    int index;
};
__device__ Candidate smaller(Candidate a, Candidate b) { return a.cost < b.cost ? a : b; }

__global__ void kernel(int* data, int* out, int n) {
    __shared__ Candidate best[64];
    const int t = threadIdx.x;
    best[t].cost = data[t] * 37 % 101;
    best[t].index = t;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half) best[t] = smaller(best[t], best[t + half]);
        __syncthreads();
    }
    if (t == 0) reinterpret_cast<Candidate*>(out)[blockIdx.x] = best[0];
}
