// A module pointer was never set.
// launch: grid 4 block 64
// out: zero
// expect: null_pointer
// says: close to a null pointer
__device__ int* history;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
        history[i + 1] = data[i]; // FINDING
    out[i] = data[i];
}
