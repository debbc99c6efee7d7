// Half of 64 bytes are set, but all are converted to elements of an int array.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
// says: 1 byte at offset*of shared memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned char bytes[64];
    int t = threadIdx.x;
    if (t < 32) bytes[t] = data[t];
    __syncthreads();
    out[t] = bytes[63 - t]; // FINDING
}
