// Bytes are copied to global memory four at a time, and so is a structure with a byte of padding.
// launch: grid 1 block 64
// out: zero
// expect: nothing
struct Sample {
    unsigned char kind;
    short value;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned char bytes[256];
    __shared__ Sample samples[64];
    const int t = threadIdx.x;
    for (int j = 0; j < 4; ++j) bytes[4 * t + j] = data[t] + n;
    samples[t].kind = n;
    samples[t].value = data[t];
    __syncthreads();
    out[t] = *reinterpret_cast<const int*>(bytes + 4 * (63 - t));
    reinterpret_cast<Sample*>(out + 64)[t] = samples[63 - t];
}
