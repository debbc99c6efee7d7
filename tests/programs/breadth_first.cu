// Searches a graph level by level until nothing changes.
#include <cstdio>
#include <vector>

#ifndef NODES
#define NODES 100
#endif

__global__ void visit(const int* from, const int* to, int edges, int* level, int depth, bool* changed) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges || level[from[e]] != depth || level[to[e]] >= 0) return;
    level[to[e]] = depth + 1;
    *changed = true;
}

int main() {
    std::vector<int> from, to, level(NODES, -1);
    for (int i = 0; i < NODES; ++i) {
        from.push_back(i);
        to.push_back((i + 1) % NODES);
        from.push_back(i);
        to.push_back(i * 3 % NODES);
    }
    level[1] = 0;
    int *d_from, *d_to, *d_level;
    bool *d_changed, changed = true;
    const int edges = static_cast<int>(from.size());
    cudaMalloc(&d_from, edges * sizeof(int));
    cudaMalloc(&d_to, edges * sizeof(int));
    cudaMalloc(&d_level, NODES * sizeof(int));
    cudaMalloc(&d_changed, sizeof changed);
    cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_level, level.data(), NODES * sizeof(int), cudaMemcpyHostToDevice);
    int depth = 0;
    for (; changed; ++depth) {
        changed = false;
        cudaMemcpy(d_changed, &changed, sizeof changed, cudaMemcpyHostToDevice);
        visit<<<(edges + 127) / 128, 128>>>(d_from, d_to, edges, d_level, depth, d_changed);
        cudaMemcpy(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(level.data(), d_level, NODES * sizeof(int), cudaMemcpyDeviceToHost);
    int deepest = 0, seen = 0;
    for (int one : level) {
        deepest = one > deepest ? one : deepest;
        seen += one >= 0;
    }
    printf("%d nodes, %d deep, %d rounds\n", seen, deepest, depth);
    cudaFree(d_from);
    cudaFree(d_to);
    cudaFree(d_level);
    cudaFree(d_changed);
}
