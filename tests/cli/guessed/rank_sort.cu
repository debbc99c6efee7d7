// Sorts by counting smaller elements.
__global__ void rankSort(const int* in, int* out, int N) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= N) return;
    // Faulty version: if (idx > N) return;
    int rank = 0, mine = in[idx];
    for (int j = 0; j < N; ++j) rank += in[j] < mine || (in[j] == mine && j < idx);
    out[rank] = mine;
}
