// A plainly loaded value is used as an index after an atomicCAS has confirmed it.
// launch: grid 4 block 64
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen = out[0], assumed;
    do {
        assumed = seen;
        seen = atomicCAS(&out[0], assumed, assumed + 1);
    } while (seen != assumed);
    out[64 + i] = data[seen];
}
