// Marks positions where a pattern begins.
__global__ void findPattern(const char* text, int textLength, const char* pattern, int patternLength, int* matches) {
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos > textLength - patternLength) return;
    // Faulty version: if (pos > textLength) return;
    bool same = true;
    for (int k = 0; k < patternLength && same; ++k) same = text[pos + k] == pattern[k];
    matches[pos] = same;
}
