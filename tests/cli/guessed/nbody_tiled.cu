// Adds accelerations with tiles of positions.
__global__ void calculate_forces(const float4* X, float4* A, int N) {
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = gtid < N ? X[gtid] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = idx < N ? X[idx] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            float4 o = shPosition[k];
            float3 r = {o.x - me.x, o.y - me.y, o.z - me.z};
            float inv = rsqrtf(r.x * r.x + r.y * r.y + r.z * r.z + 0.01f), s = o.w * inv * inv * inv;
            acc.x += r.x * s; acc.y += r.y * s; acc.z += r.z * s;
        }
        __syncthreads();
        // Faulty version: // no barrier
    }
    if (gtid < N) A[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}
