// Draws a Julia set with one block per pixel.
struct cuComplexNumber {
    float r, i;
    __device__ cuComplexNumber(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2() const { return r * r + i * i; }
};

#define DIM 64

__global__ void julia_kernel(unsigned char* ptr) {
    int x = blockIdx.x, y = blockIdx.y;
    int offset = x + y * gridDim.x;
    float jx = 1.5f * (float)(DIM / 2 - x) / (DIM / 2), jy = 1.5f * (float)(DIM / 2 - y) / (DIM / 2);
    cuComplexNumber a(jx, jy);
    int value = 1;
    for (int i = 0; i < 50 && value; i++) {
        a = cuComplexNumber(a.r * a.r - a.i * a.i - 0.8f, 2 * a.r * a.i + 0.156f);
        if (a.magnitude2() > 1000) value = 0;
    }
    ptr[offset] = 255 * value;
    // Faulty version: ptr[offset + DIM] = 255 * value;
}
