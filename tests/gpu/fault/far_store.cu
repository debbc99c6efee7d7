// Threads without a pixel store far behind the end of the image: a GPU stops with an illegal address, and not only where
// the store happens to leave the pages that hold the image.
__global__ void farStore(const unsigned char* in, unsigned char* out, int n) {
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 255 - in[i];
    } else {
        out[i << 36] = 0;
    }
}
