// Counts outgoing edges of each vertex.
__global__ void countDegrees(const int2* edges, int* degree, int numEdges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < numEdges) atomicAdd(degree + edges[e].x, 1);
    // Faulty version: if (e < numEdges + 1) atomicAdd(degree + edges[e].x, 1);
}
