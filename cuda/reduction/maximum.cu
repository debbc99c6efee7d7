// Each thread keeps the larger of two elements; the block's tree and one final atomic find the largest of all.
__global__ void maximum(int* output, const int* input, int n) {
    extern __shared__ int partial[];  // blockDim.x elements
    int segment = 2 * blockDim.x * blockIdx.x;
    int i = segment + threadIdx.x;

    int largest = -2147483647 - 1;  // no element is smaller
    if (i < n) largest = input[i];
    if (i + blockDim.x < n) largest = max(largest, input[i + blockDim.x]);
    partial[threadIdx.x] = largest;
    __syncthreads();

    int count = blockDim.x;
    while (count > 1) {
        int stride = (count + 1) / 2;
        if (threadIdx.x + stride < count) {
            partial[threadIdx.x] = max(partial[threadIdx.x], partial[threadIdx.x + stride]);
        }
        __syncthreads();
        count = stride;
    }
    if (threadIdx.x == 0) {
        atomicMax(output, partial[0]);
    }
}
