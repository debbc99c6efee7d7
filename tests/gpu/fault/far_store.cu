// Threads without a pixel store far after the end of the image, outside the pages that hold it,
// so that a GPU always reports an illegal address.
__global__ void farStore(const unsigned char* in, unsigned char* out, int n) {
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 255 - in[i];
    } else {
        out[i << 36] = 0;
    }
}
