// kernels: asyncKernel
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <sys/time.h>
#include <pthread.h>
#include <getopt.h>

double cpuSecond() {
    struct timeval tp;
    gettimeofday(&tp, NULL);
    return ((double)tp.tv_sec + (double)tp.tv_usec * 1.e-6);
}

static cudaStream_t streams[4];
cudaEvent_t start_event, stop_event;
struct timespec begin_time, end_time;
float *h_a, *h_b;
unsigned int seed = 1234u;

__global__ void asyncKernel(float *a, int offset) {
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    a[i] = a[i] + sqrtf(sinf(x) * sinf(x) + cosf(x) * cosf(x)); // @line is in the PTX
}

float maxError(float *a, int n) {
    float maxE = 0;
    for (int i = 0; i < n; i++) {
        float error = fabs(a[i] - 1.0f);
        if (error > maxE) maxE = error;
    }
    return maxE;
}

void usage(const char *argv0) { fprintf(stderr, "usage: %s\n", argv0); }

int main(int argc, char **argv) {
    const int n = 4 * 1024;
    for (int i = 0; i < 4; ++i) cudaStreamCreate(&streams[i]);
    cudaMallocHost((void **)&h_a, n * sizeof(float));
    for (int i = 0; i < 4; ++i) asyncKernel<<<n / 1024, 256, 0, streams[i]>>>(h_a, i * 1024);
    printf("error %f, %f s\n", maxError(h_a, n), cpuSecond());
    return 0;
}
