// A thread uses the result of its atomic. Another block changes the value atomically.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if ((blockIdx.x + n) % 2 == 0) {
        atomicAdd(&out[0], 5);
    } else {
        int old = atomicAdd(&out[0], 6);
        out[1] = old;
    }
}
