// Sums of products, to compare the driver's compiler with the emulator and to measure fused and separate rounding.

/// Returns a number between -1 and 1 that is exact: 24 bits of a hash of `i`.
__device__ float value(unsigned i) {
    i = (i ^ 61u) ^ (i >> 16);
    i *= 9u;
    i ^= i >> 4;
    i *= 0x27d4eb2du;
    i ^= i >> 15;
    return __fsub_rn(__fmul_rn(static_cast<float>(i >> 8), 0x1p-23f), 1.0f);
}

__global__ void cross_product(float* out, int cells) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    out[i] = value(4 * i) * value(4 * i + 1) - value(4 * i + 2) * value(4 * i + 3);
}

// Rotations of a complex number, as in the butterflies of an FFT.
__global__ void turns(float* out, int cells, int rounds) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float x = value(2 * i), y = value(2 * i + 1);
    const float c = 0.9238795f, s = 0.3826834f;
    for (int k = 0; k < rounds; ++k) {
        const float turned = x * c - y * s;
        y = x * s + y * c;
        x = turned;
    }
    out[i] = x + y;
}

__global__ void bodies(float* out, int cells, int rounds) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    const float x = value(3 * i), y = value(3 * i + 1), z = value(3 * i + 2);
    float pull = 0;
    for (int k = 0; k < rounds; ++k) {
        const float dx = 0.01f * k - x, dy = 0.02f * k - y, dz = 0.03f * k - z;
        const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        pull += dx * inverse * inverse * inverse;
    }
    out[i] = pull;
}
