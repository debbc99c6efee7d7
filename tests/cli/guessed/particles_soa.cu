// Moves particles stored as separate arrays in a struct.
struct Particles { float *x, *y, *vx, *vy; int count; };

__global__ void advance(Particles p, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.count) return;
    // Faulty version: if (i > p.count) return;
    p.x[i] += dt * p.vx[i];
    p.y[i] += dt * p.vy[i];
}
