// A minimum of negative numbers of the lanes in the mask; values of other lanes do not affect it.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int least = -1000 - data[threadIdx.x] * n;
    if (threadIdx.x < 16) {
        for (int distance = 8; distance > 0; distance /= 2)
            least = min(least, __shfl_down_sync(0x0000ffffu, least, distance));
        if (threadIdx.x == 0) out[0] = least;
    }
}
