// All threads pass an assertion.
// launch: grid 2 block 64
// out: zero
// expect: nothing
#include <assert.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(data[i] < 4096);
    out[i] = data[i];
}
