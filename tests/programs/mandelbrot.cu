// Computes a picture of uchar4 pixels. The host counts some of them.
#include <cstdio>
#include <memory>

struct View {
    float left, top, step;
};

__global__ void mandelbrot(uchar4* picture, int width, int height, View view) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float2 c = make_float2(view.left + x * view.step, view.top + y * view.step);
    float2 z = {0, 0};
    int steps = 0;
    while (steps < 50 && z.x * z.x + z.y * z.y < 4) {
        z = make_float2(z.x * z.x - z.y * z.y + c.x, 2 * z.x * z.y + c.y);
        ++steps;
    }
    picture[y * width + x] = make_uchar4(steps * 5, steps, steps == 50 ? 0 : 255, 255);
}

int main() {
    const int width = 64, height = 48;
    std::unique_ptr<uchar4[]> picture(new uchar4[width * height]);
    uchar4* d_picture;
    cudaMalloc(&d_picture, width * height * sizeof(uchar4));
    mandelbrot<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(d_picture, width, height, View{-2.0f, -1.5f, 0.0625f});
    cudaMemcpy(picture.get(), d_picture, width * height * sizeof(uchar4), cudaMemcpyDeviceToHost);
    int inside = 0, opaque = 0;
    for (int i = 0; i < width * height; ++i) {
        inside += picture[i].z == 0;
        opaque += picture[i].w == 255;
    }
    printf("corner %d, inside about a fifth: %d, opaque %d\n", picture[0].y, inside > 350 && inside < 500, opaque);
    cudaFree(d_picture);
}
