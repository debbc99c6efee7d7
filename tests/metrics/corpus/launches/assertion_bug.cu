// One thread fails an assertion.
// launch: grid 2 block 64
// out: zero
// expect: assertion
// at: block 1 thread 37
// says: data[i] != 101
#include <assert.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(data[i] != 101); // FINDING
    out[i] = data[i];
}
