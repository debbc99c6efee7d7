// Two warps set a flag to different values without reading it; a third one waits until it is set.
// launch: grid 2 block 96
// out: zero
// also: n 6 7
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    const int role = (threadIdx.x / 32 + n) % 3;
    if (role == 0) {
        while (flag == 0) __nanosleep(20);
        out[blockIdx.x] = 1;
    } else {
        flag = role; // FINDING OTHER
    }
}
