// The first thread has no left neighbor.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 0 thread 0
// says: 4 bytes before 'data' (16384 bytes)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = data[i - 1]; // FINDING
    out[i] = left + data[i];
}
