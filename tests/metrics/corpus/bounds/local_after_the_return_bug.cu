// A function returns a pointer to its local array.
// launch: grid 1 block 64
// out: zero
// expect: out_of_bounds
// says: functions that have returned is gone
__device__ __noinline__ volatile int* squares(int n) {
    volatile int values[8];
    for (int j = 0; j < 8; ++j) values[j] = j * j + n;
    volatile int* volatile first = values;
    return first;
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    volatile int* values = squares(data[threadIdx.x]);
    out[threadIdx.x] = values[threadIdx.x % 8]; // FINDING
}
