// Lanes of a warp count under a lock that has no fences.
// launch: grid 1 block 32
// out: zero
// expect: race_global
// says: the flag or lock * __threadfence()
__device__ int taken;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    bool was_in = false;
    while (!was_in) {
        if (atomicCAS(&taken, 0, 1) == 0) {
            *out += n; // FINDING OTHER
            atomicExch(&taken, 0);
            was_in = true;
        }
    }
}
