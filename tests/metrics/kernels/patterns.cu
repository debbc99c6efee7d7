extern "C" __global__ void strided(float* out, const float* in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}
extern "C" __global__ void histogram(unsigned int* bins, const unsigned char* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i]], 1u);
}
extern "C" __global__ void scale(float* data, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] * factor + 1.0f;
}
__constant__ float weights[3];
extern "C" __global__ void weighted(float* out, const float* in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * weights[0] + weights[1] + weights[2];
}
