// Two blocks set one volatile flag to different values; the second does not wait for the first one's value.
// launch: grid 3 block 32
// out: zero
// also: n 6 7
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    volatile int* flag = out;
    const int role = (blockIdx.x + n) % 3;
    if (role == 0) {
        while (*flag == 0) {}
        out[1] = 1;
    } else {
        *flag = role; // FINDING OTHER
    }
}
