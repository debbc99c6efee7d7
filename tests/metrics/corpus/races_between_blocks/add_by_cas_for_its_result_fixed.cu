// Addition to a double as in the CUDA guide: the result is the value that the last swap has confirmed.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    unsigned long long* place = (unsigned long long*)out;
    unsigned long long old = *place, seen;
    do {
        seen = old;
        old = atomicCAS(place, seen, __double_as_longlong(1.0 + __longlong_as_double(seen)));
    } while (old != seen);
    out[128 + blockIdx.x * 64 + threadIdx.x] = (int)__longlong_as_double(old);
}
