// A tile is stored with too large a stride: 16 rows of 300 floats exceed the buffer's 4096.
// launch: grid 1 block 32
// out: zero
// expect: out_of_bounds
// says: store of*'out'
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, (float)n);
    wmma::store_matrix_sync((float*)out, sum, 300, wmma::mem_row_major); // FINDING
}
