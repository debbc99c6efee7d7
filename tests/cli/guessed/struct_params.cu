// Gets all numbers in one struct parameter.
struct Params {
    int n;
    float scale, bias;
};

__global__ void affine(const float* in, float* out, Params params) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < params.n) out[i] = params.scale * in[i] + params.bias;
    // Faulty version: if (i <= params.n) out[i] = params.scale * in[i] + params.bias;
}
