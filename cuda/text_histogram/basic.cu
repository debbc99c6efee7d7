// Each thread reads one character and counts letters in groups of four: a to d, e to h, and so on up to y and z.
__global__ void text_histogram(unsigned int* histogram, const unsigned char* text, int length) {
    __shared__ unsigned int copy[7];
    for (int group = threadIdx.x; group < 7; group += blockDim.x) {
        copy[group] = 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) {
            atomicAdd(&copy[letter / 4], 1);
        }
    }
    __syncthreads();

    for (int group = threadIdx.x; group < 7; group += blockDim.x) {
        if (copy[group] > 0) {
            atomicAdd(&histogram[group], copy[group]);
        }
    }
}
