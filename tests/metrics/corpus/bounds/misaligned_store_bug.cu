// Each thread stores an int at the beginning of its record, which has nine bytes.
// launch: grid 1 block 2
// out: zero
// expect: misaligned
// at: block 0 thread 1
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char* bytes = reinterpret_cast<char*>(out);
    *reinterpret_cast<int*>(bytes + i * 9) = data[i]; // FINDING
}
