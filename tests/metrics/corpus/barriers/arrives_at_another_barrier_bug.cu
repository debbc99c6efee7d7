// One warp fills a buffer and arrives at barrier 1; the other waits at barrier 2. See consumers_at_another_barrier_fixed.
// launch: grid 1 block 64
// out: zero
// expect: deadlock
// says: 32 threads wait at barrier 2, which needs 64; 32 threads have arrived at barrier 1, which needs 64
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = data[lane] + n;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // FINDING
        out[lane] = box[lane];
    }
}
