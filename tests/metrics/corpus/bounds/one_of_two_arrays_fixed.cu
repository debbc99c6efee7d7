// Pointers into one of two arrays, and into parts of one array: all elements are valid.
// launch: grid 1 block 32 shared 256
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    extern __shared__ int carved[];
    __shared__ int first[32];
    __shared__ int second[64];
    int* left = carved;
    int* right = carved + 32;
    int* chosen = data[threadIdx.x] % 2 == 0 ? first : second + 32;
    left[threadIdx.x] = n;
    right[threadIdx.x] = 2 * n;
    first[threadIdx.x] = 3 * n;
    second[threadIdx.x] = second[threadIdx.x + 32] = 4 * n;
    __syncthreads();
    int sum = carved[threadIdx.x + 32] + chosen[threadIdx.x] + right[(int)threadIdx.x - 32];
    for (int round = 0; round < n; ++round) {
        int* turn = round % 2 == 0 ? first : second;
        for (int* p = turn + 32; p != turn;) sum += *--p;
    }
    out[threadIdx.x] = sum + left[63 - threadIdx.x];
}
