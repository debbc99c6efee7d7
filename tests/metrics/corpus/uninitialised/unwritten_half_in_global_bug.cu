// Only one half of every pair in global memory is written.
// launch: grid 1 block 32
// out: unwritten
// expect: uninitialised_read
// says: 4 bytes*'out'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    out[2 * threadIdx.x] = data[threadIdx.x] + n;
    __syncthreads();
    const int2 pair = reinterpret_cast<int2*>(out)[31 - threadIdx.x]; // FINDING
    out[1024 + threadIdx.x] = pair.x * pair.y;
}
