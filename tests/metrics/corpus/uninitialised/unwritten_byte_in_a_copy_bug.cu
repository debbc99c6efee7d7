// Bytes are copied to global memory four at a time; every fourth was never set. Single bytes have no padding.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned char bytes[256];
    const int t = threadIdx.x;
    for (int j = 0; j < 3; ++j) bytes[4 * t + j] = data[t] + n;
    __syncthreads();
    out[t] = *reinterpret_cast<const int*>(bytes + 4 * (63 - t)); // FINDING
}
