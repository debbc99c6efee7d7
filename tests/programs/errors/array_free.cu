#ifndef FIXED
#define FIXED 0
#endif
int main() {
    cudaArray_t table = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&table, &format, 256, 1);
    const cudaError_t freed = FIXED ? cudaFreeArray(table) : cudaFree(table); // arrays need another function
    return freed != (FIXED ? cudaSuccess : cudaErrorInvalidValue);
}
