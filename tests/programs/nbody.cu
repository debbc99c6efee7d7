// Bodies that attract each other: float4, tiles of shared memory, and the host's sum of forces.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int tile = 64;

__global__ void forces(const float4* bodies, float3* force, int n) {
    __shared__ float4 near[tile];
    const int i = blockIdx.x * tile + threadIdx.x;
    const float4 me = bodies[i];
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += tile) {
        near[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < tile; ++k) {
            const float dx = near[k].x - me.x, dy = near[k].y - me.y, dz = near[k].z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            const float strength = near[k].w * inverse * inverse * inverse;
            sum.x += strength * dx;
            sum.y += strength * dy;
            sum.z += strength * dz;
        }
        __syncthreads();
    }
    force[i] = sum;
}

int main() {
    const int n = 256;
    std::vector<float4> bodies(n);
    for (int i = 0; i < n; ++i) bodies[i] = make_float4(i % 16, i / 16, i % 5, 1);
    std::vector<float3> force(n);
    float4* d_bodies;
    float3* d_force;
    cudaMalloc(&d_bodies, n * sizeof(float4));
    cudaMalloc(&d_force, n * sizeof(float3));
    cudaMemcpy(d_bodies, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    forces<<<n / tile, tile>>>(d_bodies, d_force, n);
    cudaMemcpy(force.data(), d_force, n * sizeof(float3), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < n; ++i) {
        double x = 0;
        for (int k = 0; k < n; ++k) {
            const double dx = bodies[k].x - bodies[i].x, dy = bodies[k].y - bodies[i].y, dz = bodies[k].z - bodies[i].z;
            x += dx / std::pow(dx * dx + dy * dy + dz * dz + 0.01, 1.5);
        }
        worst = std::fmax(worst, std::fabs(x - force[i].x));
    }
    printf("%s\n", worst < 1e-3 ? "as on the host" : "different");
    cudaFree(d_bodies);
    cudaFree(d_force);
}
