// A Collatz loop never reaches one if it starts at zero.
// launch: grid 1 block 32
// out: zero
// expect: instruction_budget
// at: block 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = data[i];
    int steps = 0;
    while (at != 1) {
        at = at % 2 == 0 ? at / 2 : 3 * at + 1; // FINDING
        ++steps;
    }
    out[i] = steps;
}
