// Lanes that leave a loop at different times load a volatile value while other lanes lower it atomically.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int lane = threadIdx.x;
    for (int i = 0; i <= lane; ++i) {
        int seen = *(volatile int*)out;
        if (seen > data[i] - lane) atomicMin(out, data[i] - lane);
    }
}
