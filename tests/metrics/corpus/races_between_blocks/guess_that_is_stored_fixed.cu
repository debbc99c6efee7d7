// An atomicCAS compares with a plainly loaded value; the stored result is the value that the atomicCAS returns.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen = out[0];
    int found = atomicCAS(&out[0], seen, i);
    out[1 + i] = found;
}
