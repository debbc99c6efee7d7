// The last thread stores a byte just past the end.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 3 thread 63
// says: 1 byte at * is just past the end of 'out'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char* bytes = reinterpret_cast<char*>(out);
    bytes[i * 64 + 64] = static_cast<char>(data[i]); // FINDING
}
