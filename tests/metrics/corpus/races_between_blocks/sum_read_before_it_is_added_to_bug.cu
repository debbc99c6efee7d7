// A plain load reads a sum, and the atomic's result is stored. The sum is data, not a flag: a fence would not help.
// launch: grid 2 block 64
// out: zero
// expect: race_global
// says: offset 0 * use an atomic
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen = *out;                          // MAYBE OTHER
    int other = atomicAdd(&out[1], data[i]);
    int before = atomicAdd(&out[0], data[i]); // MAYBE OTHER
    out[2 + i] = seen + before * other;
}
