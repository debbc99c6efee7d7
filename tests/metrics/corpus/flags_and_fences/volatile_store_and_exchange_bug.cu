// One block stores through a volatile pointer, another exchanges; nothing orders the two, and either value may stay.
// launch: grid 2 block 32
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0)
        *(volatile int*)&out[1] = n; // FINDING OTHER
    else
        atomicExch(&out[1], 2 * n); // MAYBE OTHER
}
