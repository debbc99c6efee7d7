// A box cut out of a volume with a pitch.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void fill(cudaPitchedPtr volume, int width, int height, int depth) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= width || y >= height || z >= depth) return;
    char* slice = static_cast<char*>(volume.ptr) + z * volume.pitch * height;
    int* row = reinterpret_cast<int*>(slice + y * volume.pitch);
    row[x] = z * 10000 + y * 100 + x;
}

int main() {
    const int width = 20, height = 10, depth = 5;
    cudaPitchedPtr volume;
    cudaMalloc3D(&volume, make_cudaExtent(width * sizeof(int), height, depth));
    cudaMemset3D(volume, 0, make_cudaExtent(width * sizeof(int), height, depth));
    fill<<<dim3(height, depth), 32>>>(volume, width, height, depth);
    int box[2][3][4];
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = volume;
    copy.srcPos = make_cudaPos(5 * sizeof(int), 6, 2);
    copy.dstPtr = make_cudaPitchedPtr(box, sizeof box[0][0], 4, 3);
    copy.extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    printf("%s ", cudaGetErrorName(cudaMemcpy3D(&copy)));
    printf("%d %d\n", box[0][0][0], box[1][2][3]);
    cudaFree(volume.ptr);
}
