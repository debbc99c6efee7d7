// Includes helper headers of the CUDA samples, but has no copies of them.
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
__global__ void move(float3* where, const float3* speed, int2* steps, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    where[k] = where[k] + speed[k] * 0.5f;
    where[k] -= make_float3(cross(speed[k], make_float3(1, 0, 0)).x);
    steps[k] = max(steps[k], make_int2(k)) + clamp(k, 1, 2);
}
int main(int argc, char** argv) {
    const int n = 4;
    const char** words = const_cast<const char**>(argv);
    if (findCudaDevice(argc, words) != 0 || checkCmdLineFlag(argc, words, "quiet")) return 1;
    float3 where[n], speed[n];
    int2 steps[n] = {};
    for (int k = 0; k < n; ++k) where[k] = make_float3(float(k)), speed[k] = make_float3(make_float4(2, 4, 6, 8));
    float3 *d_where, *d_speed;
    int2* d_steps;
    StopWatchInterface* watch = nullptr;
    sdkCreateTimer(&watch);
    sdkStartTimer(&watch);
    checkCudaErrors(cudaMalloc(&d_where, sizeof where));
    checkCudaErrors(cudaMalloc(&d_speed, sizeof speed));
    checkCudaErrors(cudaMalloc(&d_steps, sizeof steps));
    checkCudaErrors(cudaMemcpy(d_where, where, sizeof where, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_speed, speed, sizeof speed, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_steps, steps, sizeof steps, cudaMemcpyHostToDevice));
    move<<<1, 32>>>(d_where, d_speed, d_steps, n);
    getLastCudaError("move() failed");
    checkCudaErrors(cudaMemcpy(where, d_where, sizeof where, cudaMemcpyDeviceToHost));
    checkCudaErrors(cudaMemcpy(steps, d_steps, sizeof steps, cudaMemcpyDeviceToHost));
    sdkStopTimer(&watch);
    const float3 last = where[n - 1] * 2;
    printf("%g %g %g, length %g, %d %d, %s\n", last.x, last.y, last.z, length(make_float2(3, 4)), steps[3].x, steps[0].y,
           sdkGetTimerValue(&watch) > 0 ? "timed" : "not timed");
    sdkDeleteTimer(&watch);
    checkCudaErrors(cudaFree(d_where));
    checkCudaErrors(cudaFree(d_speed));
    checkCudaErrors(cudaFree(d_steps));
}
