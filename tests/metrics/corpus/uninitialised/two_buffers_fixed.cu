// Lanes copy from two buffers, both written.
// launch: grid 1 block 64
// out: unwritten
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int t = threadIdx.x;
    out[1000 + t] = data[t];
    const int* from = t % 2 == 0 ? out + 1000 + t : data + t;
    out[t] = *from;
}
