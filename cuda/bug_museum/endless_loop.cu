// Each thread counts the steps from its own number down to 1: halve even numbers, triple odd ones and add 1.
__global__ void endless_loop(int* steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int number = i;  // BUG: thread 0 starts with 0, which stays 0 for ever
        int count = 0;
        while (number != 1) {
            number = number % 2 == 0 ? number / 2 : 3 * number + 1;
            ++count;
        }
        steps[i] = count;
    }
}
