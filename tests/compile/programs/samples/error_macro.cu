// kernels: scale, shift
#include <iostream>
#include <cstdlib>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

using namespace std;

const int N = 1 << 20;
static vector<float> host_data;

__global__ void scale(float *x, float f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] *= f; // @line is in the PTX
}

__global__ void shift(float *x, float f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] += f;
}

int main(int argc, char **argv) {
    float *d;
    host_data.resize(N);
    gpuErrchk(cudaMalloc(&d, N * sizeof(float)));
    scale<<<N / 256, 256>>>(d, 2.0f);
    shift<<<N / 256, 256>>>(d, 1.0f);
    gpuErrchk(cudaDeviceSynchronize());
    cout << "done: " << host_data[0] << endl;
    return 0;
}
