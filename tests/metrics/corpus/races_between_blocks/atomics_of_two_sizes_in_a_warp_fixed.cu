// The largest of 8 bytes and, behind it, one of 4.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x < 16) {
        atomicMax(&out[2], (int)threadIdx.x);
    } else {
        atomicMax((unsigned long long*)out, (unsigned long long)threadIdx.x);
    }
}
