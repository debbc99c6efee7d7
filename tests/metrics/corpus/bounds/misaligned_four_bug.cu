// Only every second vector of four is aligned.
// launch: grid 4 block 64
// out: zero
// expect: misaligned
// at: block 0
// says: not a multiple of 16
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = *reinterpret_cast<const float4*>(data + 2 * i); // FINDING
    out[i] = v.x + v.y + v.z + v.w > 1.0f ? 1 : 2;
}
