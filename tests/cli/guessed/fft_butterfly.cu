// Combines pairs of complex numbers in one FFT stage.
__global__ void butterfly(float2* x, int n, int half) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2) return;
    // Faulty version: if (t >= n) return;
    int i = (t / half) * 2 * half + t % half, j = i + half;
    float angle = -3.14159265f * (t % half) / half, c = cosf(angle), s = sinf(angle);
    float2 a = x[i], b = x[j];
    float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    x[i] = make_float2(a.x + w.x, a.y + w.y);
    x[j] = make_float2(a.x - w.x, a.y - w.y);
}
