// Threads load pairs that start at even cells.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int2 pair = *reinterpret_cast<const int2*>(data + 2 * i);
    out[i] = pair.x + pair.y;
}
