// A sum in global memory is not cleared.
// launch: grid 1 block 64
// out: unwritten
// expect: uninitialised_read
// says: of 'out'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[0], data[i]); // FINDING
}
