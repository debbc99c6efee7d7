// A block walks down STRIP rows. Each thread keeps a running sum of its column's window: per row, it adds one value and
// subtracts one. The sums go to shared memory, where each thread adds them along the row for 4 neighboring pixels.
#define ROWS 4 // rows per step; BLOCK_WIDTH / 4 threads handle the pixels of each row

__global__ void box_blur(float* out, const float* in, int width, int height, int radius) {
    __shared__ float4 shared[ROWS * BLOCK_WIDTH / 4]; // float4: four sums are read at a time
    float* sums = (float*)shared;

    int tile_width = (BLOCK_WIDTH - 2 * radius) / 4 * 4; // columns that have their whole window in the block
    int first_col = blockIdx.x * tile_width;
    int first_row = blockIdx.y * STRIP;
    int last_row = min(height, first_row + STRIP);

    int column = first_col - radius + threadIdx.x; // the column that this thread sums
    bool inside = column >= 0 && column < width;
    float column_sum = 0; // sum of the next row's window, still without the window's lowest row
    for (int r = max(0, first_row - radius); r < min(height, first_row + radius); ++r) {
        if (inside) column_sum += in[r * width + column];
    }

    int tile_row = threadIdx.x / (BLOCK_WIDTH / 4); // row of this thread's 4 pixels in each step
    int tile_col = threadIdx.x % (BLOCK_WIDTH / 4) * 4; // column of the first of these pixels

    for (int top = first_row; top < last_row; top += ROWS) {
        float entering[ROWS], leaving[ROWS]; // arrays, so that all loads start before the first value is needed
        for (int i = 0; i < ROWS; ++i) {
            int below = top + i + radius;
            int above = top + i - radius;
            entering[i] = inside && below < height ? in[below * width + column] : 0;
            leaving[i] = inside && above >= 0 && above < height ? in[above * width + column] : 0;
        }
        for (int i = 0; i < ROWS; ++i) {
            column_sum += entering[i];
            sums[i * BLOCK_WIDTH + threadIdx.x] = column_sum;
            column_sum -= leaving[i];
        }
        __syncthreads();

        int row = top + tile_row;
        int col = first_col + tile_col;
        if (row < last_row && tile_col < tile_width && col < width) {
            const float* window = sums + tile_row * BLOCK_WIDTH + tile_col; // window of the first pixel
            float sum = 0;
            int i = 0;
            for (; i + 4 <= 2 * radius + 1; i += 4) {
                float4 four = *(const float4*)(window + i);
                sum += four.x + four.y + (four.z + four.w);
            }
            for (; i <= 2 * radius; ++i) {
                sum += window[i];
            }

            int rows = min(height - 1, row + radius) - max(0, row - radius) + 1;
            float mean[4];
            for (int k = 0; k < 4; ++k) {
                if (k > 0) sum += window[2 * radius + k] - window[k - 1]; // move the window one column to the right
                int columns = min(width - 1, col + k + radius) - max(0, col + k - radius) + 1;
                mean[k] = sum / (rows * columns);
            }
            float* pixels = out + row * width + col;
            if (width % 4 == 0) { // aligned: one store writes all four
                *(float4*)pixels = make_float4(mean[0], mean[1], mean[2], mean[3]);
            } else {
                for (int k = 0; k < 4 && col + k < width; ++k) {
                    pixels[k] = mean[k];
                }
            }
        }
        __syncthreads(); // all threads have read the sums before the next step overwrites them
    }
}
