// Every lane adds to one cell by a load and a store. A __syncwarp() between them would also lose increments.
// launch: grid 1 block 32
// out: zero
// expect: race_global
// says: updates are lost, and a barrier does not help; use an atomic
extern "C" __global__ void kernel(int* data, int* out, int n) {
    out[n] += threadIdx.x; // FINDING OTHER
}
