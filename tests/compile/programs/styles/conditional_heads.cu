// kernels: pick
#if defined(USE_DOUBLE)
typedef double real;
#else
typedef float real;
#endif

#ifdef LONG_SIGNATURE
__global__ void pick(real *out, const real *in, int n, int unused)
#else
__global__ void pick(real *out, const real *in, int n)
#endif
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef LONG_SIGNATURE
    if (i < n) {
        out[i] = in[i] * unused;
#else
    if (i < n) {
        out[i] = in[i]; // @line is in the PTX
#endif
    }
}

#if 0
This text is { not C++ at all: don't read it.
#endif

#ifdef _WIN32
#include <windows.h>
int timer() {
    LARGE_INTEGER f;
#else
#include <sys/resource.h>
int timer() {
    struct rusage f;
#endif
    return getrusage(0, &f);
}

int main() { pick<<<1, 1>>>(0, 0, timer()); }
