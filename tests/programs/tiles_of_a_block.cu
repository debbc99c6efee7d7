// Groups of sixteen threads that reduce independently.
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

// Takes any kind of group by value.
__device__ int sum_in_shared(thread_group group, int* memory, int value) {
    const int rank = static_cast<int>(group.thread_rank());
    for (int half = static_cast<int>(group.size()) / 2; half > 0; half /= 2) {
        memory[rank] = value;
        group.sync();
        if (rank < half) value += memory[rank + half];
        group.sync();
    }
    return value;
}

__global__ void sums_of_any(int* out) {
    __shared__ int memory[64];
    const thread_block block = this_thread_block();
    const int rank = static_cast<int>(block.thread_rank());
    const int all = sum_in_shared(block, memory, rank);
    const thread_group tile = tiled_partition(tiled_partition(block, 32), 8);
    const int of_tile = sum_in_shared(tile, memory + rank / 8 * 8, rank);
    if (rank == 0) out[0] = all;
    if (rank == 8) out[1] = of_tile;
}

int main() {
    int out[4], *d_out;
    cudaMalloc(&d_out, sizeof out);
    sums<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    sums_of_any<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", out[0], out[1]);
    cudaFree(d_out);
}
