// Setting a bit field rewrites its partly unset word; the kernel reads only set bits.
// launch: grid 1 block 64
// out: zero
// expect: nothing
struct Flags {
    unsigned first : 7, second : 9;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Flags flags[64];
    __shared__ int values[64];
    int t = threadIdx.x;
    flags[t].first = 0;
    flags[t].second = data[t];
    values[t] = data[t];
    __syncthreads();
    Flags own = flags[63 - t];
    own.first = n;
    out[t] = (values[63 - t] & 1) + own.first + own.second;
}
