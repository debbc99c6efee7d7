// Two stages alternate. The wait allows only the newer copy to be pending.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[2][64];
    asm volatile("{ .reg .u64 a; .reg .u64 b; cvta.to.shared.u64 a, %0; cvta.to.global.u64 b, %1; cp.async.ca.shared.global [a], [b], 4; }" ::"l"(&box[0][threadIdx.x]), "l"(&data[i]) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        if (k + 1 < n) asm volatile("{ .reg .u64 a; .reg .u64 b; cvta.to.shared.u64 a, %0; cvta.to.global.u64 b, %1; cp.async.ca.shared.global [a], [b], 4; }" ::"l"(&box[(k + 1) % 2][threadIdx.x]), "l"(&data[i + 64 * (k + 1)]) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += box[k % 2][63 - threadIdx.x];
        __syncthreads();
    }
    out[i] = sum;
}
