// Finds keys in a sorted table.
__global__ void lowerBound(const float* table, int tableSize, const float* queries, int* found, int numQueries) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= numQueries) return;
    // Faulty version: if (q > numQueries) return;
    int lo = 0, hi = tableSize;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (table[mid] < queries[q]) lo = mid + 1;
        else hi = mid;
    }
    found[q] = lo;
}
