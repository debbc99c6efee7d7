// Each thread stores an int at the beginning of its record, which has twelve bytes.
// launch: grid 1 block 2
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    char* bytes = reinterpret_cast<char*>(out);
    *reinterpret_cast<int*>(bytes + i * 12) = data[i];
}
