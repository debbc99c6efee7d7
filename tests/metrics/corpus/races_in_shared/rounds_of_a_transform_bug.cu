// Each round updates two elements per thread, as a Fourier transform does. Nothing separates the rounds.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
// says: put __syncthreads() between
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = t;
    s[t + 64] = t;
    __syncthreads();
    for (int half = 32; half < n << 4; half *= 2) {
        const int i = t / half * 2 * half + t % half;
        const int a = s[i], b = s[i + half]; // MAYBE OTHER
        s[i] = a + b;                        // MAYBE OTHER
        s[i + half] = a - b;                 // MAYBE OTHER
    }
    __syncthreads();
    out[t] = s[t];
}
