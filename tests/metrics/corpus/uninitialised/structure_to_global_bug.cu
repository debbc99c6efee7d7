// Whole structures, half of which were never set, are copied to global memory.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
struct Particle {
    float4 position;
    int number;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Particle particles[64];
    int t = threadIdx.x;
    if (t < 32) {
        particles[t].position = make_float4(data[t], 1, 2, 3);
        particles[t].number = t;
    }
    __syncthreads();
    ((Particle*)out)[t] = particles[63 - t]; // FINDING
}
