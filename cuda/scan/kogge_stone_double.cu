// Each thread adds the element `stride` places to its left; two buffers take turns, so one barrier per step is enough.
__global__ void kogge_stone_double_scan(float* output, const float* input, int n) {
    __shared__ float buffer_1[SECTION_SIZE];
    __shared__ float buffer_2[SECTION_SIZE];
    float* in = buffer_1;
    float* out = buffer_2;
    int i = blockIdx.x * SECTION_SIZE + threadIdx.x;

    if (i < n) {
        in[threadIdx.x] = input[i];
    }
    for (int stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads();
        if (i < n) {
            if (threadIdx.x >= stride) {
                out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x - stride];
            } else {
                out[threadIdx.x] = in[threadIdx.x];
            }
        }
        float* swap = in;
        in = out;
        out = swap;
    }
    if (i < n) {
        output[i] = in[threadIdx.x];  // written by this thread: no barrier needed
    }
}
