// A child process uses CUDA; the program itself does not.
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

__global__ void twice(int* numbers) { numbers[threadIdx.x] = 2 * threadIdx.x; }

int main() {
    const pid_t child = fork();
    if (child == 0) {
        int *d_numbers = nullptr, numbers[32];
        cudaMalloc(&d_numbers, sizeof(numbers));
        twice<<<1, 32>>>(d_numbers);
        cudaMemcpy(numbers, d_numbers, sizeof(numbers), cudaMemcpyDeviceToHost);
        cudaFree(d_numbers);
        _exit(numbers[31]);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("the child's last number is %d\n", WEXITSTATUS(status));
}
