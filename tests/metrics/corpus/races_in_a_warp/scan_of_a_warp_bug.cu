// A scan in shared memory relies on lanes that run in lockstep.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int sums[32];
    int lane = threadIdx.x;
    sums[lane] = data[i]; // OTHER
    for (int step = 1; step < 32; step *= 2) {
        int left = lane >= step ? sums[lane - step] : 0; // MAYBE OTHER
        sums[lane] += left; // FINDING OTHER
    }
    out[i] = sums[lane]; // OTHER
}
