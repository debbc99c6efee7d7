// Textures over arrays, rows with a pitch and linear memory, compared with the formulas of the programming guide.
#include <cmath>
#include <cstdio>
#include <vector>

static int failed = 0;
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const cudaError_t error = call;                                                                                \
        if (error != cudaSuccess) {                                                                                    \
            printf("%s: %s\n", #call, cudaGetErrorName(error));                                                        \
            ++failed;                                                                                                  \
        }                                                                                                              \
    } while (0)

__global__ void sample(cudaTextureObject_t texture, float* out, int n, float step, float first) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = tex2D<float>(texture, first + x * step, first + y * step);
}
__global__ void bytes(cudaTextureObject_t texture, uchar4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<uchar4>(texture, i + 0.5f, 0.5f);
}
__global__ void run(cudaTextureObject_t texture, int2* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int2>(texture, i - 3);
}
__global__ void volume(cudaTextureObject_t texture, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) tex3D(&out[i], texture, i % 3 + 0.5f, i / 3 % 2 + 0.5f, i / 6 + 0.5f);
}

static float blend(const std::vector<float>& image, int w, int h, double x, double y) {
    const double xb = x - 0.5, yb = y - 0.5;
    const int i = (int)std::floor(xb), j = (int)std::floor(yb);
    const double a = xb - i, b = yb - j;
    const auto at = [&](int px, int py) {
        px = px < 0 ? 0 : px >= w ? w - 1 : px;
        py = py < 0 ? 0 : py >= h ? h - 1 : py;
        return (double)image[py * w + px];
    };
    return (float)((1 - a) * (1 - b) * at(i, j) + a * (1 - b) * at(i + 1, j) + (1 - a) * b * at(i, j + 1) +
                   a * b * at(i + 1, j + 1));
}

int main() {
    const int w = 13, h = 7, n = 40;
    std::vector<float> image(w * h), sampled(n * n);
    for (int i = 0; i < w * h; ++i) image[i] = (float)((i * 37) % 64);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    CHECK(cudaMallocArray(&array, &format, w, h));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
    float* out = nullptr;
    CHECK(cudaMalloc(&out, n * n * sizeof(float)));

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    for (int linear = 0; linear < 2; ++linear) {
        description.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        cudaTextureObject_t texture = 0;
        CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
        const float step = 0.375f, first = -1.0f; // multiples of 1/256: weights are exact
        sample<<<dim3(5, 5), dim3(8, 8)>>>(texture, out, n, step, first);
        CHECK(cudaMemcpy(sampled.data(), out, n * n * sizeof(float), cudaMemcpyDeviceToHost));
        double worst = 0;
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) {
                const double px = first + x * step, py = first + y * step;
                const int ix = px < 0 ? 0 : px >= w ? w - 1 : (int)px, iy = py < 0 ? 0 : py >= h ? h - 1 : (int)py;
                const float wanted = linear ? blend(image, w, h, px, py) : image[iy * w + ix];
                worst = std::fmax(worst, std::fabs(wanted - sampled[y * n + x]));
            }
        printf("%s: %s\n", linear ? "linear" : "point", worst == 0 ? "as the guide says" : "wrong");
        CHECK(cudaDestroyTextureObject(texture));
    }
    CHECK(cudaMemcpy2DFromArray(sampled.data(), w * 4, array, 0, 0, w * 4, h, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < w * h; ++i) wrong += sampled[i] != image[i];
    CHECK(cudaFreeArray(array));

    std::vector<uchar4> colours(33), seen(33);
    for (int i = 0; i < 33; ++i) colours[i] = make_uchar4(i, 2 * i, 255 - i, 7);
    uchar4 *row = nullptr, *copied = nullptr;
    size_t pitch = 0;
    CHECK(cudaMallocPitch(&row, &pitch, 33 * 4, 2));
    CHECK(cudaMalloc(&copied, 33 * 4));
    CHECK(cudaMemset2D(row, pitch, 0, 33 * 4, 2));
    CHECK(cudaMemcpy(row, colours.data(), 33 * 4, cudaMemcpyHostToDevice));
    resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = row;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
    resource.res.pitch2D.width = 33;
    resource.res.pitch2D.height = 2;
    resource.res.pitch2D.pitchInBytes = pitch;
    description = {};
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    bytes<<<1, 64>>>(texture, copied, 33);
    CHECK(cudaMemcpy(seen.data(), copied, 33 * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 33; ++i)
        wrong += seen[i].x != colours[i].x || seen[i].y != colours[i].y || seen[i].z != colours[i].z || seen[i].w != 7;
    CHECK(cudaDestroyTextureObject(texture));

    std::vector<int2> pairs(20), fetched(26);
    for (int i = 0; i < 20; ++i) pairs[i] = make_int2(-i, i * 1000000);
    int2 *memory = nullptr, *result = nullptr;
    CHECK(cudaMalloc(&memory, 20 * sizeof(int2)));
    CHECK(cudaMalloc(&result, 26 * sizeof(int2)));
    CHECK(cudaMemcpy(memory, pairs.data(), 20 * sizeof(int2), cudaMemcpyHostToDevice));
    resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int2>();
    resource.res.linear.sizeInBytes = 20 * sizeof(int2);
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    run<<<1, 32>>>(texture, result, 26);
    CHECK(cudaMemcpy(fetched.data(), result, 26 * sizeof(int2), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 26; ++i) {
        const int2 wanted = i < 3 || i >= 23 ? make_int2(0, 0) : pairs[i - 3];
        wrong += fetched[i].x != wanted.x || fetched[i].y != wanted.y;
    }
    cudaResourceDesc again;
    CHECK(cudaGetTextureObjectResourceDesc(&again, texture));
    wrong += again.resType != cudaResourceTypeLinear || again.res.linear.devPtr != memory;
    CHECK(cudaDestroyTextureObject(texture));

    std::vector<float> cells(3 * 2 * 4), read(24);
    for (int i = 0; i < 24; ++i) cells[i] = (float)i;
    const cudaExtent extent = make_cudaExtent(3, 2, 4);
    CHECK(cudaMalloc3DArray(&array, &format, extent));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(cells.data(), 12, 3, 2);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    volume<<<1, 32>>>(texture, out, 24);
    CHECK(cudaMemcpy(read.data(), out, 24 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 24; ++i) wrong += read[i] != cells[i];
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));

    // Calls that must fail, as on a GPU.
    format = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    printf("three channels: %s\n", cudaGetErrorName(cudaMallocArray(&array, &format, 4, 4)));
    cudaGetLastError();
    cudaFree(out);
    cudaFree(row);
    cudaFree(copied);
    cudaFree(memory);
    cudaFree(result);
    printf("%d wrong, %d failed\n", wrong, failed);
}
