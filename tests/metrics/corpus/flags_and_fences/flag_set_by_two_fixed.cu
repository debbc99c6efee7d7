// The second warp waits for the first one's flag before it sets its own.
// launch: grid 2 block 96
// out: zero
// also: n 6 7
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    const int role = (threadIdx.x / 32 + n) % 3;
    if (role == 0) {
        while (flag < 2) __nanosleep(20);
        out[blockIdx.x] = 1;
    } else {
        while (flag != role - 1) __nanosleep(20);
        flag = role;
    }
}
