// A barrier is missing before line 10.
__global__ void choose(const int* which, int* out) {
    __shared__ int chosen[96];
    int me = threadIdx.x;
    if (which[me] > 0)
        chosen[me] = me;
    else
        chosen[me] = -1;
    // no barrier
    out[me] = chosen[95 - me];
}
int main() {
    int *which, *out;
    cudaMalloc(&which, 96 * sizeof(int));
    cudaMalloc(&out, 96 * sizeof(int));
    cudaMemset(which, 0, 96 * sizeof(int));
    choose<<<1, 96>>>(which, out);
    cudaDeviceSynchronize();
    cudaFree(which);
    cudaFree(out);
}
