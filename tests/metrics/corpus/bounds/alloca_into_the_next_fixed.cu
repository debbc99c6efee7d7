// Arrays from alloca in a kernel, and in functions that it calls before, between and after its own allocations.
// launch: grid 1 block 64
// out: zero
// expect: nothing
__device__ __noinline__ int largest(const int* data, int count) {
    volatile int* all = static_cast<volatile int*>(alloca(count * sizeof(int)));
    volatile int* halves = static_cast<volatile int*>(alloca(count * sizeof(short)));
    for (int j = 0; j < count; ++j) all[j] = data[j] * 37 % 11;
    for (int j = 0; j < count / 2; ++j) halves[j] = max(all[2 * j], all[2 * j + 1]);
    const int rest = count > 4 ? largest(data + 1, count / 2) : 0;
    return max(rest, halves[count / 2 - 1]) + all[0];
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    const int t = threadIdx.x, count = data[t] % 4 + n;
    int sum = largest(data, 2 * count);
    volatile int* first = static_cast<volatile int*>(alloca(count * sizeof(int)));
    if (t % 3 == 0) sum += largest(data, 4);
    volatile int* second = static_cast<volatile int*>(alloca(count * sizeof(int)));
    for (int j = 0; j < count; ++j) second[j] = data[j];
    for (int j = 0; j < count; ++j) first[j] = j;
    sum += largest(data + t, 16);
    out[t] = first[count - 1] + second[t % count] + sum;
}
