// Two branches store to a variable that is not constant.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__device__ int table[1024];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* place = table;
    if (n < 100)
        place[threadIdx.x] = n;
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        sum += data[k];
        if (sum > 30)
            place[32 * k + threadIdx.x] = sum;
    }
    out[threadIdx.x] = table[threadIdx.x] + sum;
}
