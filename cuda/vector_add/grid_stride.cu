// Thread i of the grid adds pairs i, i + stride, i + 2 * stride and so on.
__global__ void vector_add(float* c, const float* a, const float* b, int n) {
    int start = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x; // threads in the grid

    for (int i = start; i < n; i += stride)
        c[i] = a[i] + b[i];
}
