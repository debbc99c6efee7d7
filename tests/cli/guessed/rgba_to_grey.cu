// Converts uchar4 pixels to gray.
__global__ void rgba_to_greyscale(const uchar4* const rgbaImage, unsigned char* const greyImage,
                                  int numRows, int numCols) {
    int2 pos = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    if (pos.x >= numCols || pos.y >= numRows) return;
    // Faulty version: if (pos.x >= numCols || pos.y > numRows) return;
    uchar4 rgba = rgbaImage[pos.y * numCols + pos.x];
    greyImage[pos.y * numCols + pos.x] = .299f * rgba.x + .587f * rgba.y + .114f * rgba.z;
}
