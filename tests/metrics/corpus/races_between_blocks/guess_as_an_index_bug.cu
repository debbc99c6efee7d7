// A plainly loaded value is used as an index, before an atomicCAS confirms it.
// launch: grid 4 block 64
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen = out[0], assumed; // MAYBE OTHER
    out[64 + i] = data[seen];
    do {
        assumed = seen;
        seen = atomicCAS(&out[0], assumed, assumed + 1); // MAYBE OTHER
    } while (seen != assumed);
}
