// Makes one phase of an odd-even transposition sort.
__global__ void oddEven(int* a, int n, int phase) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (phase & 1);
    if (i + 1 < n && a[i] > a[i + 1]) {
    // Faulty version: if (i <= n && a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
    }
}
