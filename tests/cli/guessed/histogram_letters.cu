// Counts letters in groups of four.
__global__ void histogram_text(const char* text, unsigned int length, unsigned int* histo) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int position = text[i] - 'a';
        if (position >= 0 && position < 26) atomicAdd(&histo[position / 4], 1);
        // Faulty version: if (position < 26) atomicAdd(&histo[position / 4], 1);
    }
}
