// Lanes of one warp take turns with a lock, without fences.
// launch: grid 2 block 4
// out: zero
// expect: race_global
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            out[0] += data[threadIdx.x]; // FINDING OTHER
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
