__global__ void multiply(int* number) { *number *= 6; }

int six_times(int number) {
    int* d_number = nullptr;
    cudaMalloc(&d_number, sizeof(int));
    cudaMemcpy(d_number, &number, sizeof(int), cudaMemcpyHostToDevice);
    multiply<<<1, 1>>>(d_number);
    cudaMemcpy(&number, d_number, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_number);
    return number;
}
