// Half of the threads add the mirrored element: the body of the `if` is one addition.
__global__ void short_body(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float value = in[i];
    if (i / PERIOD % 2 == 0)
        value += in[n - 1 - i];
    out[i] = value;
}
