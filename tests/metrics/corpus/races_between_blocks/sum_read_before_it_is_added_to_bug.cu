// A sum is read by a plain load, and the result of the atomic is stored: both are data, not a flag that lacks a fence.
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
