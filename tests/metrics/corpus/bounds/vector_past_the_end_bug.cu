// The last thread loads a vector of four that starts just past the end.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 3 thread 63
// says: 16 bytes at * is just past the end of 'data'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int4* vectors = reinterpret_cast<const int4*>(data);
    int4 v = vectors[i * 4 + 4]; // FINDING
    out[i] = v.x + v.y + v.z + v.w;
}
