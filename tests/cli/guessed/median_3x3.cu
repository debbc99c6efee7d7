// Takes the median of 3 x 3 pixels, clamped at the border.
__global__ void median3x3(const unsigned char* in, unsigned char* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    unsigned char v[9];
    int n = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            v[n++] = in[min(max(y + j, 0), height - 1) * width + min(max(x + i, 0), width - 1)];
            // Faulty version: v[n++] = in[max(y + j, 0) * width + min(max(x + i, 0), width - 1)];
    for (int a = 0; a < 5; ++a)
        for (int b = a + 1; b < 9; ++b)
            if (v[b] < v[a]) { unsigned char t = v[a]; v[a] = v[b]; v[b] = t; }
    out[y * width + x] = v[4];
}
