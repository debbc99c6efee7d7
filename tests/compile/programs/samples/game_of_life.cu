// kernels: step
#include <stdint.h>
#include <cstdio>
#include <utility>

typedef uint8_t ubyte;
static const ubyte ALIVE = 1, DEAD = 0;

__host__ __device__ inline int wrap(int a, int n) { return (a + n) % n; }

__global__ void step(const ubyte *__restrict__ now, ubyte *__restrict__ next, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0) alive += now[wrap(y + dy, height) * width + wrap(x + dx, width)];
    next[y * width + x] = alive == 3 || (alive == 2 && now[y * width + x]) ? ALIVE : DEAD; // @line is in the PTX
}

static void show(const ubyte *cells, int width, int height) {
    for (int y = 0; y < height; ++y, putchar('\n'))
        for (int x = 0; x < width; ++x) putchar(cells[y * width + x] == ALIVE ? '#' : '.');
}

int main(int, char *argv[]) {
    const int W = 64, H = 48;
    ubyte *a, *b, host[W * H];
    cudaMalloc(&a, W * H);
    cudaMalloc(&b, W * H);
    for (int i = 0; i < atoi(argv[1]); ++i) {
        step<<<dim3(4, 3), dim3(16, 16)>>>(a, b, W, H);
        std::swap(a, b);
    }
    cudaMemcpy(host, a, W * H, cudaMemcpyDeviceToHost);
    show(host, W, H);
}
