// The loop of a reduction has no barrier.
// launch: grid 3 block 128
// out: zero
// expect: race_shared missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int part[128];
    unsigned t = threadIdx.x;
    part[t] = data[blockIdx.x * blockDim.x + t];
    for (unsigned stride = 64; stride > 0; stride /= 2) {
        if (t < stride) part[t] += part[t + stride]; // FINDING
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
