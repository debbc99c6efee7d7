// Every lane adds to one cell with a load and a store: __syncwarp() between the two would lose increments as well.
// launch: grid 1 block 32
// out: zero
// expect: race_global
// says: so that changes get lost, and no barrier helps: use an atomic
extern "C" __global__ void kernel(int* data, int* out, int n) {
    out[n] += threadIdx.x; // FINDING OTHER
}
