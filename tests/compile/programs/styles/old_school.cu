// kernels: kernel, device_count
#include <cutil.h>
#include <cutil_inline.h>
#include <cuPrintf.cu>
#define NUM_THREADS 256
#define MIN(a,b) ((a) < (b) ? (a) : (b))
int
compare(const void *a, const void *b)
{
    return *(int *)a - *(int *)b;
}

unsigned long long int
    total = 0ULL;

__device__ unsigned long long counter[1];

__device__ int
helper(int a,
       int b)
{
    return MIN(a, b);
}

static
__global__
void
kernel(int* g_data,
       unsigned n)
{
    const unsigned tid = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (tid < n)
        g_data[tid] = helper(g_data[tid], 7); // @line is in the PTX
}

__global__ void device_count(void) { atomicAdd(counter, 1ull); }

void __cdecl_like() {}

int
main(int argc, char** argv)
{
    CUT_DEVICE_INIT(argc, argv);
    kernel<<<1, NUM_THREADS>>>(0, 0);
    device_count<<<1, NUM_THREADS>>>();
    qsort(0, 0, sizeof(int), compare);
    CUT_EXIT(argc, argv);
}
