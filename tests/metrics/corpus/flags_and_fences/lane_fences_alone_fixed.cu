// A lane fences and sets a flag after another lane of its warp has stored and both have met.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* flag = out + 1000;
    if ((blockIdx.x + n) % 2 == 0) {
        if (threadIdx.x == 1) out[0] = data[n];
        __syncwarp();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        __syncwarp();
        if (threadIdx.x == 1) out[1] = out[0];
    }
}
