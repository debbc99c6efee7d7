// Threads add to one location by compare-and-swap; the plainly loaded first guess may be stale.
// launch: grid 3 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    unsigned* place = (unsigned*)out;
    unsigned old = *place, seen;
    do {
        seen = old;
        old = atomicCAS(place, seen, seen + data[threadIdx.x] + n);
    } while (old != seen);
}
