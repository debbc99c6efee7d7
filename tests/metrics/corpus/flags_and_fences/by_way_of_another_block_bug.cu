// A block passes data to another through a third one that has no fence.
// launch: grid 3 block 32
// out: zero
// also: n 6 7
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int* first = out + 1000;
    int* second = out + 1001;
    int role = (blockIdx.x + n) % 3;
    if (role == 0) {
        out[0] = data[n]; // MAYBE OTHER
        __threadfence();
        atomicExch(first, 1);
    } else if (role == 1) {
        while (atomicAdd(first, 0) == 0) {}
        atomicExch(second, 1);
    } else {
        while (atomicAdd(second, 0) == 0) {}
        __threadfence();
        out[1] = out[0]; // MAYBE OTHER
    }
}
