// A thread changes a value atomically and loads it plainly, while another block changes it atomically.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if ((blockIdx.x + n) % 2 == 0) {
        atomicAdd(&out[0], 5); // OTHER
    } else {
        atomicAdd(&out[0], 6);
        out[1] = out[0]; // FINDING OTHER
    }
}
