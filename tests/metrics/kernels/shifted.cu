// Copies n values, each from `shift` elements further on.
extern "C" __global__ void shifted(int* out, const int* in, int n, int shift) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + shift];
}
