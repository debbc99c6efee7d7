// Each round updates two elements per thread, as a Fourier transform does. Barriers separate the rounds.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = t;
    s[t + 64] = t;
    __syncthreads();
    for (int half = 32; half < n << 4; half *= 2) {
        const int i = t / half * 2 * half + t % half;
        const int a = s[i], b = s[i + half];
        s[i] = a + b;
        s[i + half] = a - b;
        __syncthreads();
    }
    __syncthreads();
    out[t] = s[t];
}
