// A plainly loaded value is added to the sum only where an atomicCAS has confirmed it.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen = out[0];
    if (atomicCAS(&out[0], seen, i) == seen) atomicAdd(&out[1], seen);
}
