// A plainly loaded value, with which an atomicCAS compares, is also added to a sum.
// launch: grid 2 block 64
// out: zero
// expect: race_global
// says: offset 0 * use an atomic
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen = out[0];                         // MAYBE OTHER
    if (i > seen) atomicCAS(&out[0], seen, i); // MAYBE OTHER
    atomicAdd(&out[1], seen);
}
