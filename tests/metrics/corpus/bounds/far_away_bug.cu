// Indices from 65 on are multiplied by the width once too often.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 1
// says: past the end of 'out'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int cell = i > 64 ? i * 64 : i;
    out[cell] = data[i]; // FINDING
}
