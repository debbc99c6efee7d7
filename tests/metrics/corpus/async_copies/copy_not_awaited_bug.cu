// Every thread reads the result of its asynchronous copy before it waits for the copy.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
// says: before the asynchronous copy*the thread's own
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    asm volatile("{ .reg .u64 a; .reg .u64 b; cvta.to.shared.u64 a, %0; cvta.to.global.u64 b, %1; cp.async.ca.shared.global [a], [b], 4; }" ::"l"(&box[threadIdx.x]), "l"(&data[i]) : "memory"); // OTHER
    asm volatile("cp.async.commit_group;" ::: "memory");
    out[i] = box[threadIdx.x]; // FINDING
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}
