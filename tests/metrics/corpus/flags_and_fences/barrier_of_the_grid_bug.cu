// A counter without fences serves as a grid barrier.
// launch: grid 7 block 32
// out: zero
// expect: race_global
__device__ int arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        out[blockIdx.x] = data[blockIdx.x] + n; // OTHER
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) != gridDim.x) {}
        out[100 + blockIdx.x] = out[(blockIdx.x + 1) % gridDim.x]; // FINDING OTHER
    }
}
