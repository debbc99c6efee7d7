// Two branches store to __constant__ memory. Compilers replace the stores with traps, whose conditions give the lines.
// launch: grid 1 block 32
// out: zero
// expect: explicit_trap
// compiler: nvrtc
// also: n 500
// says: a store to __constant__ memory (here or in line
__constant__ int table[32];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* place = const_cast<int*>(table);
    if (n < 100)
        place[threadIdx.x] = n; // FINDING
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        sum += data[k];
        if (sum > 3)
            place[k] = sum; // FINDING
    }
    out[threadIdx.x] = table[0] + sum;
}
