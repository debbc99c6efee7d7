// Half of the lanes copy unwritten data, the others from another buffer: the finding must name the right one.
// launch: grid 1 block 64
// out: unwritten
// expect: uninitialised_read
// says: of 'out'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int t = threadIdx.x;
    const int* from = t % 2 == 0 ? out + 1000 + t : data + t;
    out[t] = *from; // FINDING
}
