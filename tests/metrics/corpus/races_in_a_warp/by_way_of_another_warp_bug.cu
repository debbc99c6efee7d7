// A lane passes data to another lane of its warp through a second warp that has no fence.
// launch: grid 1 block 64
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box, first, second;
    int t = threadIdx.x;
    if (t == 0) first = second = 0;
    __syncthreads();
    if (t == 0) {
        box = data[n]; // MAYBE OTHER
        __threadfence_block();
        atomicExch(&first, 1);
    } else if (t == 32) {
        while (atomicAdd(&first, 0) == 0) {}
        atomicExch(&second, 1);
    } else if (t == 5) {
        while (atomicAdd(&second, 0) == 0) {}
        __threadfence_block();
        out[0] = box; // MAYBE OTHER
    }
}
