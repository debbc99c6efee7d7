// Threads add to a double by compare-and-swap, but store the plainly loaded first guess as the result, although
// perhaps no swap has confirmed it.
// launch: grid 2 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    unsigned long long* place = (unsigned long long*)out;
    unsigned long long old = *place, seen; // MAYBE OTHER
    unsigned long long first = old;
    do {
        seen = old;
        old = atomicCAS(place, seen, __double_as_longlong(1.0 + __longlong_as_double(seen))); // MAYBE OTHER
    } while (old != seen);
    out[128 + blockIdx.x * 64 + threadIdx.x] = (int)__longlong_as_double(first);
}
