#ifndef FIXED
#define FIXED 0
#endif
int main() {
    float values[64];
    cudaArray_t volume = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc3DArray(&volume, &format, make_cudaExtent(4, 4, 4));
    cudaError_t copied = cudaSuccess;
    if (!FIXED) copied = cudaMemcpy(values, volume, sizeof(values), cudaMemcpyDeviceToHost);
    cudaFreeArray(volume);
    return copied != (FIXED ? cudaSuccess : cudaErrorInvalidValue);
}
