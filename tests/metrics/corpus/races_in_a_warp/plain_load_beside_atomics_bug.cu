// Lanes that leave a loop at different times load a value plainly while other lanes lower it atomically.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
// says: use an atomic or volatile load
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int lane = threadIdx.x;
    for (int i = 0; i <= lane; ++i) {
        int seen = out[0];                           // FINDING OTHER
        if (seen > data[i] - lane) atomicMin(out, data[i] - lane); // FINDING OTHER
    }
}
