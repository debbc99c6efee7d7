// A Collatz loop starts above zero.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = data[i] + 1;
    int steps = 0;
    while (at != 1) {
        at = at % 2 == 0 ? at / 2 : 3 * at + 1;
        ++steps;
    }
    out[i] = steps;
}
