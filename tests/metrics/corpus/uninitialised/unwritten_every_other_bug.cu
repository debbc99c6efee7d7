// Every second cell is written, but every cell is read.
// launch: grid 1 block 32
// out: unwritten
// expect: uninitialised_read
// says: of 'out'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = data[i];
    int sum = 0;
    for (int j = 0; j < 2; ++j) sum += out[2 * i + j]; // FINDING
    out[1024 + i] = sum;
}
