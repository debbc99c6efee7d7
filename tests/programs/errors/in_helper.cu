// One of three calls of set() writes past the end.
struct Line {
    float* cells; int count;
    __device__ void set(int at, float value) { cells[at] = value; }
};
__global__ void draw(Line line) {
    int k = threadIdx.x;
    if (k < line.count) line.set(k, 1);
    if (k < line.count) line.set(k + line.count, 2);
    if (k == 0) line.set(0, 3);
}
int main() {
    Line line{nullptr, 50};
    cudaMalloc(&line.cells, line.count * sizeof(float));
    draw<<<1, 64>>>(line);
    cudaDeviceSynchronize();
    cudaFree(line.cells);
}
