// The second thread to arrive at a tree node sums up its children.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* arrived = out;
    int* sums = out + 512;
    int node = 128 + blockIdx.x * blockDim.x + threadIdx.x; // a leaf; node 1 is the root
    sums[node] = data[threadIdx.x] + n;
    while (node > 1) {
        __threadfence();
        node /= 2;
        if (atomicAdd(&arrived[node], 1) == 0) return;
        __threadfence();
        sums[node] = sums[2 * node] + sums[2 * node + 1];
    }
}
