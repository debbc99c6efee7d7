// Blurs a picture of three channels: a disc and stripes on a gradient, 320 x 200 pixels.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                      \
    do {                                                                                 \
        cudaError_t status = (call);                                                     \
        if (status != cudaSuccess) {                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

__global__ void blur(const unsigned char* in, unsigned char* out, int width, int height, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    for (int c = 0; c < 3; ++c) {
        int sum = 0, count = 0;
        for (int dy = -radius; dy <= radius; ++dy)
            for (int dx = -radius; dx <= radius; ++dx) {
                int sx = x + dx, sy = y + dy;
                if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
                sum += in[(sy * width + sx) * 3 + c];
                ++count;
            }
        out[(y * width + x) * 3 + c] = sum / count;
    }
}

__global__ void luminance(const unsigned char* rgb, float* grey, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const unsigned char* p = rgb + (y * width + x) * 3;
        grey[y * width + x] = (0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2]) / 255;
    }
}

int main(int argc, char** argv) {
    const int width = 320, height = 200;
    const int radius = argc > 1 ? atoi(argv[1]) : 2;
    std::vector<unsigned char> picture(width * height * 3);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool disc = (x - 100) * (x - 100) + (y - 90) * (y - 90) < 3600;
            unsigned char* p = &picture[(y * width + x) * 3];
            p[0] = disc ? 230 : x * 255 / width;
            p[1] = disc ? 120 : (x / 10 + y / 10) % 2 * 200;
            p[2] = y * 255 / height;
        }
    unsigned char *d_in, *d_out;
    float* d_grey;
    CHECK(cudaMalloc(&d_in, picture.size()));
    CHECK(cudaMalloc(&d_out, picture.size()));
    CHECK(cudaMalloc(&d_grey, width * height * sizeof(float)));
    CHECK(cudaMemcpy(d_in, picture.data(), picture.size(), cudaMemcpyHostToDevice));
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    blur<<<grid, block>>>(d_in, d_out, width, height, radius);
    CHECK(cudaGetLastError());
    for (int pass = 0; pass < 3; ++pass) {
        blur<<<grid, block>>>(d_out, d_in, width, height, 1);
        blur<<<grid, block>>>(d_in, d_out, width, height, 1);
    }
    luminance<<<grid, block>>>(d_out, d_grey, width, height);
    std::vector<float> grey(width * height);
    CHECK(cudaMemcpy(grey.data(), d_grey, grey.size() * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (float g : grey) sum += g;
    printf("mean luminance %.4f\n", sum / grey.size());
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_grey));
}
