// Lanes of a warp count under a lock with a fence after it is taken and before it is given back.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__device__ int taken;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    bool was_in = false;
    while (!was_in) {
        if (atomicCAS(&taken, 0, 1) == 0) {
            __threadfence();
            *out += n;
            __threadfence();
            atomicExch(&taken, 0);
            was_in = true;
        }
    }
}
