// Gathers rank from incoming edges.
__global__ void pageRankPull(const int* inPtr, const int* inNbr, const int* outDeg, const float* rank,
                             float* newRank, int n, float damping) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        float sum = 0.f;
        for (int k = inPtr[v]; k < inPtr[v + 1]; ++k) sum += rank[inNbr[k]] / outDeg[inNbr[k]];
        // Faulty version: for (int k = inPtr[v]; k < inPtr[v + 2]; ++k) sum += rank[inNbr[k]] / outDeg[inNbr[k]];
        newRank[v] = (1.f - damping) / n + damping * sum;
    }
}
