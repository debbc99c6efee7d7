// Lanes of a warp find the maximum in volatile shared memory without __syncwarp() between the steps.
// launch: grid 2 block 32
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int row[32];
    const int lane = threadIdx.x;
    row[lane] = data[lane * 7 % 32]; // OTHER
    for (int apart = 16; apart > 0; apart /= 2)
        if (lane < apart && row[lane] < row[lane + apart]) // FINDING OTHER
            row[lane] = row[lane + apart]; // FINDING OTHER
    if (lane == 0) out[blockIdx.x] = row[0];
}
