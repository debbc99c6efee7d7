template <int PAD> __device__ void transpose_tile(float* out, const float* in, int width) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void transpose_plain(float* out, const float* in, int width) {
    transpose_tile<0>(out, in, width);
}
extern "C" __global__ void transpose_padded(float* out, const float* in, int width) {
    transpose_tile<1>(out, in, width);
}
