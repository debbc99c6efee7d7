#include <mma.h>

using namespace nvcuda;

// Row pitch of a tile, in halves. With a pitch of 16, the tile's width, every fourth row would be in the same banks.
#define PITCH (16 + 8 * PADDING)

// A warp computes 16 x 16 elements of P. M and N become 16-bit floats on the way to shared memory; the tensor cores
// multiply these 16-bit floats exactly and add in 32 bits.
__global__ void matmul_tensor_cores(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    __shared__ __align__(32) half tile_M[16 * PITCH];
    __shared__ __align__(32) half tile_N[16 * PITCH];
    __shared__ __align__(32) float tile_P[16 * 16];
    int lane = threadIdx.x;
    int first_row = blockIdx.y * 16;
    int first_col = blockIdx.x * 16;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int start = 0; start < inner; start += 16) {
        // Elements outside of M and N are loaded as zero.
        for (int k = lane; k < 16 * 16; k += 32) {
            int y = k / 16;
            int x = k % 16;
            bool in_M = first_row + y < rows && start + x < inner;
            bool in_N = start + y < inner && first_col + x < columns;
            tile_M[y * PITCH + x] = __float2half(in_M ? M[(first_row + y) * inner + start + x] : 0.0f);
            tile_N[y * PITCH + x] = __float2half(in_N ? N[(start + y) * columns + first_col + x] : 0.0f);
        }
        __syncwarp();  // the tiles are complete

        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_M;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> of_N;
        wmma::load_matrix_sync(of_M, tile_M, PITCH);
        wmma::load_matrix_sync(of_N, tile_N, PITCH);
        wmma::mma_sync(sum, of_M, of_N, sum);
        __syncwarp();  // all lanes are done with the tiles
    }

    // CUDA does not say which lane has which element, so shared memory gets the tile. Stores only elements inside P.
    wmma::store_matrix_sync(tile_P, sum, 16, wmma::mem_row_major);
    __syncwarp();
    for (int k = lane; k < 16 * 16; k += 32) {
        int row = first_row + k / 16;
        int col = first_col + k % 16;
        if (row < rows && col < columns) {
            P[row * columns + col] = tile_P[k];
        }
    }
}
