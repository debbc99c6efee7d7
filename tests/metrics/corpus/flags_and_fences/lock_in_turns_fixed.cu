// Lanes of one warp take turns with a lock, with fences around the critical section.
// launch: grid 2 block 4
// out: zero
// expect: nothing
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            out[0] += data[threadIdx.x];
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
