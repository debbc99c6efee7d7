// Makes one step of a bitonic sort in global memory.
__global__ void bitonic_sort_step(float *dev_values, int j, int k) {
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned int ixj = i ^ j;
    if (ixj > i) {
    // Faulty version: if (ixj != i) {
        if ((i & k) == 0 && dev_values[i] > dev_values[ixj]) {
            float temp = dev_values[i];
            dev_values[i] = dev_values[ixj];
            dev_values[ixj] = temp;
        }
        if ((i & k) != 0 && dev_values[i] < dev_values[ixj]) {
            float temp = dev_values[i];
            dev_values[i] = dev_values[ixj];
            dev_values[ixj] = temp;
        }
    }
}
