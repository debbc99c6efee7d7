// A thread counts its cell up; what comes through the read-only cache is stored by none.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = threadIdx.x;
    for (int k = 0; k < n; ++k)
        out[i] = out[i] + __ldg(&data[i]);
}
