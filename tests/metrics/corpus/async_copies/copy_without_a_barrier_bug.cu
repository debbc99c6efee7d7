// Every thread waits for its own asynchronous copy, but not for the copies of other threads.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    asm volatile("{ .reg .u64 a; .reg .u64 b; cvta.to.shared.u64 a, %0; cvta.to.global.u64 b, %1; cp.async.ca.shared.global [a], [b], 4; }" ::"l"(&box[threadIdx.x]), "l"(&data[i]) : "memory"); // OTHER
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[i] = box[63 - threadIdx.x]; // FINDING OTHER
}
