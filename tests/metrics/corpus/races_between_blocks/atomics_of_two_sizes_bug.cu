// Threads change the lower half of an 8-byte counter by 4-byte atomics.
// launch: grid 1 block 64
// out: zero
// expect: race_global
// says: different sizes
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x < 32) {
        atomicAdd((unsigned long long*)out, 1ull); // MAYBE OTHER
    } else {
        atomicAdd((unsigned int*)out, 1u); // MAYBE OTHER
    }
}
