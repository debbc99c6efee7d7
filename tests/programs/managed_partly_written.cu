// Uses managed memory that a kernel writes in part. The host reads written elements only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>
#include <unistd.h>
#include <vector>

constexpr int n = 20500, capacity = 3 * n; // n ends within a page

__global__ void series(int* out) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) out[k] = 3 * k;
}
struct Cell {
    char kind; // followed by padding, which stays unwritten
    double value;
    int next;
};
__global__ void make_cells(Cell* cells, int count) {
    int k = threadIdx.x;
    if (k < count) cells[k].kind = 'a' + k % 26, cells[k].value = k / 4.0, cells[k].next = k + 1;
}

int* new_series() {
    int* out;
    cudaMallocManaged(&out, capacity * sizeof(int));
    series<<<(n + 127) / 128, 128>>>(out);
    cudaDeviceSynchronize();
    return out;
}
void expect(bool right, const char* what) {
    if (!right) printf("wrong: %s\n", what), exit(1);
}
bool is_series(const int* values) {
    for (int k = 0; k < n; ++k)
        if (values[k] != 3 * k) return false;
    return true;
}

int main() {
    char name[] = "/tmp/managed.XXXXXX";
    close(mkstemp(name));
    const size_t bytes = n * sizeof(int);
    std::vector<int*> made;
    const auto fresh = [&] { return made.emplace_back(new_series()); };

    // The operating system reads and writes the memory.
    FILE* file = fopen(name, "wb");
    expect(fwrite(fresh(), sizeof(int), n, file) == n && fclose(file) == 0, "fwrite");
    int* in = fresh();
    file = fopen(name, "rb");
    expect(fread(in + n, sizeof(int), n, file) == n && fclose(file) == 0, "fread");
    expect(is_series(in) && is_series(in + n), "what fread read");
    std::ofstream(name, std::ios::binary).write(reinterpret_cast<char*>(fresh()), bytes);
    in = fresh();
    std::ifstream(name, std::ios::binary).read(reinterpret_cast<char*>(in + n), bytes);
    expect(is_series(in + n), "streams");
    int ends[2], back[500];
    expect(pipe(ends) == 0 && write(ends[1], fresh() + n - 500, sizeof back) == sizeof back, "write");
    expect(read(ends[0], fresh() + n, sizeof back) == sizeof back, "read");
    expect(made.back()[n + 499] == 3 * (n - 1), "what read() read");
    remove(name);

    // The C library reads and writes it, and then the program.
    in = fresh();
    std::vector<int> copy(in, in + n);
    memset(in + n, 0, bytes);
    expect(is_series(copy.data()) && in[2 * n - 1] == 0, "copy");
    in = fresh();
    in[n] = 7, in[n + 1] = 8;
    expect(in[n] + in[n + 1] == 15 && is_series(in), "write and read");
    in = fresh();
    std::sort(in, in + n, [](int a, int b) { return a > b; });
    expect(in[0] == 3 * (n - 1) && in[n - 1] == 0, "sort");
    in = fresh();
    std::vector<std::thread> threads;
    std::vector<long> sums(4);
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int k = t; k < n; k += 4) in[n + k] = in[k], sums[t] += in[n + k];
        });
    for (std::thread& thread : threads) thread.join();
    expect(sums[0] + sums[1] + sums[2] + sums[3] == 3L * n * (n - 1) / 2, "threads");

    Cell* cells;
    cudaMallocManaged(&cells, 300 * sizeof(Cell));
    make_cells<<<1, 256>>>(cells, 200);
    cudaDeviceSynchronize();
    const Cell last = cells[199];
    const std::vector<Cell> some(cells, cells + 200);
    expect(last.value == 199 / 4.0 && some[100].kind == cells[100].kind && cells[100].next == 101, "cells");
    char* text;
    cudaMallocManaged(&text, 100);
    cudaMemset(text, 'x', 5), cudaMemset(text + 5, 0, 1);
    make_cells<<<1, 1>>>(reinterpret_cast<Cell*>(text), 0);
    cudaDeviceSynchronize();
    printf("%s %zu\n", text, strlen(text));
    for (int* one : made) cudaFree(one);
    cudaFree(cells), cudaFree(text);
}
