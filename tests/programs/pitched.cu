// Rows with a pitch, copied and filled in two and three dimensions.
#include <cstdio>
#include <vector>

__global__ void transpose(const unsigned char* in, size_t in_pitch, unsigned char* out, size_t out_pitch, int w, int h) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[x * out_pitch + y] = in[y * in_pitch + x];
}

int main() {
    const int w = 100, h = 37;
    std::vector<unsigned char> image(w * h), turned(w * h);
    for (int i = 0; i < w * h; ++i) image[i] = (unsigned char)(i * 7);
    unsigned char *in, *out;
    size_t in_pitch, out_pitch;
    cudaMallocPitch((void**)&in, &in_pitch, w, h);
    cudaMallocPitch((void**)&out, &out_pitch, h, w);
    cudaMemcpy2D(in, in_pitch, image.data(), w, w, h, cudaMemcpyHostToDevice);
    cudaMemset2D(out, out_pitch, 1, h, w);
    transpose<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, in_pitch, out, out_pitch, w, h);
    cudaMemcpy2D(turned.data(), h, out, out_pitch, h, w, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) wrong += turned[x * h + y] != image[y * w + x];

    cudaPitchedPtr volume;
    const cudaExtent extent = make_cudaExtent(10, 4, 3);
    cudaMalloc3D(&volume, extent);
    cudaMemset3D(volume, 7, extent);
    unsigned char block[120] = {};
    cudaMemcpy3DParms p = {};
    p.srcPtr = volume;
    p.dstPtr = make_cudaPitchedPtr(block, 10, 10, 4);
    p.extent = extent;
    p.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&p);
    int sum = 0;
    for (unsigned char b : block) sum += b;
    printf("%d wrong, pitch is enough: %d, sum %d\n", wrong, in_pitch >= w && in_pitch % 32 == 0, sum);
    cudaFree(in);
    cudaFree(out);
    cudaFree(volume.ptr);
}
