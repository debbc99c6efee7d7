// Each thread blends the four input pixels around its output pixel's center.
__device__ float blend(float from, float to, float part) { return from + part * (to - from); }

__global__ void scale(uchar4* out, const uchar4* in, int width, int height, int out_width, int out_height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < out_width && row < out_height) {
        float x = (col + 0.5f) * width / out_width - 0.5f; // in these coordinates, pixel centers are integers
        float y = (row + 0.5f) * height / out_height - 0.5f;
        int left = floorf(x), above = floorf(y);
        float a = x - left, b = y - above;
        int x0 = max(left, 0), x1 = min(left + 1, width - 1);
        int y0 = max(above, 0), y1 = min(above + 1, height - 1);
        uchar4 p = in[y0 * width + x0], q = in[y0 * width + x1];
        uchar4 r = in[y1 * width + x0], s = in[y1 * width + x1];
        out[row * out_width + col] = make_uchar4(blend(blend(p.x, q.x, a), blend(r.x, s.x, a), b) + 0.5f,
                                                 blend(blend(p.y, q.y, a), blend(r.y, s.y, a), b) + 0.5f,
                                                 blend(blend(p.z, q.z, a), blend(r.z, s.z, a), b) + 0.5f,
                                                 blend(blend(p.w, q.w, a), blend(r.w, s.w, a), b) + 0.5f);
    }
}
