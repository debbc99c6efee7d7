// Expands a frontier into the next queue.
__global__ void expandFrontier(const int* frontier, int frontierSize, const int* rowPtr, const int* colIdx,
                               int* visited, int* next, int* nextSize) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frontierSize) return;
    int u = frontier[i];
    for (int e = rowPtr[u]; e < rowPtr[u + 1]; ++e) {
    // Faulty version: for (int e = rowPtr[u + frontierSize]; e < rowPtr[u + 1]; ++e) {
        int v = colIdx[e];
        if (atomicExch(&visited[v], 1) == 0) next[atomicAdd(nextSize, 1)] = v;
    }
}
