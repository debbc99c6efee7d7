// Vectors are loaded whole, although only some elements of the last one are written. The unwritten elements are masked,
// skipped by a condition, or added to a sum that is not stored.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ float4 points[32];
    __shared__ uint4 words[32];
    const int count = 97 + n % 3, first = 4 * threadIdx.x;
    for (int i = threadIdx.x; i < count; i += 32) {
        reinterpret_cast<float*>(points)[i] = data[i];
        reinterpret_cast<unsigned*>(words)[i] = data[i];
    }
    __syncthreads();
    if (first < count) {
        const float4 point = points[threadIdx.x];
        float sum = point.x;
        if (first + 1 < count) sum += point.y;
        if (first + 2 < count) sum += point.z * 2;
        if (first + 3 < count) sum = fmaxf(sum, point.w);
        const uint4 word = words[threadIdx.x];
        const unsigned y = first + 1 < count ? ~0u : 0, z = first + 2 < count ? ~0u : 0, w = first + 3 < count ? ~0u : 0;
        out[threadIdx.x] = static_cast<int>(sum) + word.x + (word.y & y) + (word.z & z) + (word.w & w);
    }
    const float4 point = points[threadIdx.x % 25];
    const float sum = point.x + point.y + point.z + point.w;
    if (threadIdx.x % 25 < 24) out[32 + threadIdx.x] = static_cast<int>(sum);
}
