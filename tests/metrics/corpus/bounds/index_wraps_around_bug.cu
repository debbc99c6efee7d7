// The unsigned index of the first cell's left neighbor wraps around.
// launch: grid 2 block 64
// out: zero
// expect: out_of_bounds
// at: block 0 thread 0
// says: is in no buffer. With an index smaller by 2^32, it is 4 bytes before 'data'*wrapped around below 0
extern "C" __global__ void kernel(int* data, int* out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i - 1]; // FINDING
}
