// The last thread stores the last byte.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char* bytes = reinterpret_cast<char*>(out);
    bytes[i * 64 + 63] = static_cast<char>(data[i]);
}
