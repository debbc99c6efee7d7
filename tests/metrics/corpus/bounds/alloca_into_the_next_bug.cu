// A loop writes one element past the end of the first of two arrays from alloca.
// launch: grid 1 block 64
// out: zero
// expect: out_of_bounds
// says: past the stack memory below
extern "C" __global__ void kernel(int* data, int* out, int n) {
    const int t = threadIdx.x, count = data[t] % 4 + n;
    volatile int* first = static_cast<volatile int*>(alloca(count * sizeof(int)));
    volatile int* second = static_cast<volatile int*>(alloca(count * sizeof(int)));
    for (int j = 0; j < count; ++j) second[j] = data[j];
    for (int j = 0; j <= count; ++j) first[j] = j; // FINDING
    out[t] = first[count - 1] + second[t % count];
}
