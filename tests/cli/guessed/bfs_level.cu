// Visits the neighbors of one BFS level.
__global__ void bfs_kernel(const int* row_offsets, const int* col_indices, int* distance, int level, int num_nodes,
                           int* changed) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= num_nodes || distance[v] != level) return;
    // Faulty version: if (distance[v] != level) return;
    for (int e = row_offsets[v]; e < row_offsets[v + 1]; ++e) {
        int w = col_indices[e];
        if (atomicCAS(&distance[w], -1, level + 1) == -1) atomicExch(changed, 1);
    }
}
