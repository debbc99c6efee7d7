// One warp fills a buffer and arrives at barrier 1; the other waits at barrier 2, which only this warp uses.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
// says: the kernel has barrier 1 for 32 threads at line *, barrier 2 for 32 threads at line
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = data[lane] + n; // MAYBE OTHER
        asm volatile("bar.sync 1, 32;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 32;" ::: "memory");
        out[lane] = box[lane]; // MAYBE OTHER
    }
}
