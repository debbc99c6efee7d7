// The texture unit blends the four input pixels around each output pixel's center.
__global__ void scale(uchar4* out, cudaTextureObject_t picture, int width, int height, int out_width, int out_height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < out_width && row < out_height) {
        float x = (col + 0.5f) * width / out_width;
        float y = (row + 0.5f) * height / out_height;
        float4 colour = tex2D<float4>(picture, x, y); // each channel from 0 to 1
        out[row * out_width + col] = make_uchar4(colour.x * 255 + 0.5f, colour.y * 255 + 0.5f, colour.z * 255 + 0.5f,
                                                 colour.w * 255 + 0.5f);
    }
}
