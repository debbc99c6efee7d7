// Half of the tile that a warp loads from shared memory was never written.
// launch: grid 1 block 32
// out: zero
// expect: uninitialised_read
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ __align__(32) half tile[256];
    for (int k = threadIdx.x; k < 128; k += 32) tile[k] = __float2half((float)data[k]);
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(a, tile, 16); // FINDING
    wmma::load_matrix_sync(b, (const half*)data, 16);
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, a, b, sum);
    wmma::store_matrix_sync((float*)out, sum, 16, wmma::mem_row_major);
}
