// The grid is too small for an array of structures. Their padding does not count.
#ifndef FIXED
#define FIXED 0
#endif
struct Sample {
    char kind;
    double value;
    short count;
};
__global__ void set(Sample* samples, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    samples[k].kind = 'a';
    samples[k].value = 1;
    samples[k].count = 2;
}
int main() {
    constexpr int n = 40;
    static Sample samples[n];
    Sample *device, *one;
    cudaMalloc(&device, sizeof(samples));
    cudaMalloc(&one, sizeof(Sample));
    set<<<FIXED ? 2 : 1, 32>>>(device, n);
    cudaMemcpy(samples, device, sizeof(samples), cudaMemcpyDeviceToHost);
    set<<<1, 32>>>(one, 1);
    cudaMemcpy(samples, one, sizeof(Sample), cudaMemcpyDeviceToHost);
    cudaFree(device), cudaFree(one);
}
