// Half of the threads repeat a product and a sum: the body of the `if` is a loop.
__global__ void long_body(float* out, const float* in, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float value = in[i];
    if (i / PERIOD % 2 == 0) {
        #pragma unroll 1
        for (int k = 0; k < steps; ++k)
            value = 0.5f * value + 1.0f;
    }
    out[i] = value;
}
