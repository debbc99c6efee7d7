// The last thread loads the last vector of four.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int4* vectors = reinterpret_cast<const int4*>(data);
    int4 v = vectors[i * 4 + 3];
    out[i] = v.x + v.y + v.z + v.w;
}
