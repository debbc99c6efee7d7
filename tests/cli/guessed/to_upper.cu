// Converts letters to upper case.
__global__ void toUpper(char* str, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < len && str[i] >= 'a' && str[i] <= 'z') str[i] -= 32;
    // Faulty version: if (str[i] >= 'a' && str[i] <= 'z') str[i] -= 32;
}
