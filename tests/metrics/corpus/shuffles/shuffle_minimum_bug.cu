// A minimum of negative numbers includes lanes outside the mask. It changes only if such a lane has a lower value.
// launch: grid 1 block 32
// out: zero
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int least = -1000 - data[threadIdx.x] * n;
    if (threadIdx.x < 16) {
        for (int distance = 8; distance > 0; distance /= 2)
            least = min(least, __shfl_down_sync(0x0000ffffu, least, distance)); // FINDING
        out[threadIdx.x] = least;
    }
}
