// A handle with value 0 is used as a pointer.
// launch: grid 4 block 64
// out: zero
// expect: null_pointer
// at: block 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int* from = reinterpret_cast<const int*>(static_cast<long long>(n - 5));
    out[i] = from[i]; // FINDING
}
