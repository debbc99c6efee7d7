// A tile is stored with a stride of 256, so that its 16 rows fit into the buffer's 4096 floats.
// launch: grid 1 block 32
// out: zero
// expect: nothing
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, (float)n);
    wmma::store_matrix_sync((float*)out, sum, 256, wmma::mem_row_major);
}
