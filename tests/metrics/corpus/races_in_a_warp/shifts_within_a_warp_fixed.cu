// Every element receives its left neighbor's value; all values are loaded first.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = threadIdx.x;
    int left = i > 0 ? data[i - 1] : 0;
    __syncwarp();
    if (i > 0) data[i] = left;
    out[i] = n;
}
