// Each output pixel is the input pixel whose cell contains its center.
__global__ void scale(uchar4* out, cudaTextureObject_t picture, int width, int height, int out_width, int out_height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < out_width && row < out_height) {
        float x = (col + 0.5f) * width / out_width;
        float y = (row + 0.5f) * height / out_height;
        out[row * out_width + col] = tex2D<uchar4>(picture, x, y);
    }
}
