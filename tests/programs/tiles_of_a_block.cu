// Groups of sixteen threads that reduce by themselves.
#include <cooperative_groups.h>
#include <cstdio>

using namespace cooperative_groups;

template<unsigned size>
__device__ int sum_of(const thread_block_tile<size>& tile, int value) {
    for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
    return value;
}

__global__ void sums(int* out) {
    thread_block block = this_thread_block();
    thread_block_tile<16> tile = tiled_partition<16>(block);
    const int sum = sum_of(tile, static_cast<int>(block.thread_rank()));
    if (tile.thread_rank() == 0) out[block.thread_rank() / 16] = sum;
    block.sync();
}

int main() {
    int out[4], *d_out;
    cudaMalloc(&d_out, sizeof out);
    sums<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    cudaFree(d_out);
}
