// Conway's Game of Life for many steps, with two alternating buffers.
#include <cstdio>
#include <cstring>
#include <utility>

enum { width = 32, height = 24 };

__global__ void step(const char* now, char* next) {
    const int x = threadIdx.x, y = blockIdx.x;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) neighbours += now[(y + dy + height) % height * width + (x + dx + width) % width];
    next[y * width + x] = neighbours == 3 || (neighbours == 2 && now[y * width + x]);
}

int main() {
    char cells[width * height] = {};
    const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (auto& cell : glider) cells[cell[1] * width + cell[0]] = 1;
    char *now, *next;
    cudaMalloc(&now, sizeof cells);
    cudaMalloc(&next, sizeof cells);
    cudaMemcpy(now, cells, sizeof cells, cudaMemcpyHostToDevice);
    for (int i = 0; i < 40; ++i) {
        step<<<height, width>>>(now, next);
        std::swap(now, next);
    }
    memset(cells, 0, sizeof cells);
    cudaMemcpy(cells, now, sizeof cells, cudaMemcpyDeviceToHost);
    int alive = 0;
    for (char cell : cells) alive += cell;
    printf("%d alive, moved by ten: %d\n", alive, cells[10 * width + 11] && cells[12 * width + 12]);
    cudaFree(now);
    cudaFree(next);
}
