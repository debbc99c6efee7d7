// Some threads write the last of four members. It is used only where it was written.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ float4 points[32];
    points[threadIdx.x].x = data[threadIdx.x];
    points[threadIdx.x].y = points[threadIdx.x].z = n;
    if (threadIdx.x % 2 == 0) points[threadIdx.x].w = n;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        const int from = (threadIdx.x + k) % 32;
        const float4 point = points[from];
        sum += point.x * point.y + point.z;
        if (from % 2 == 0) sum += point.w * point.x;
    }
    out[threadIdx.x] = static_cast<int>(sum);
}
