// The upper half of the threads sets only one of four members.
// launch: grid 1 block 32
// out: zero
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ float4 points[32];
    points[threadIdx.x].x = data[threadIdx.x];
    if (threadIdx.x < 16) points[threadIdx.x].y = points[threadIdx.x].z = points[threadIdx.x].w = n;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        const float4 point = points[(threadIdx.x + k) % 32]; // FINDING
        sum += point.x * point.y + point.z * point.w;
    }
    out[threadIdx.x] = static_cast<int>(sum);
}
