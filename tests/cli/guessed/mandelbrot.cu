// Counts iterations of the Mandelbrot set.
__global__ void mandelbrot(int* iterations, int width, int height, float scale, int max_iter) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    // Faulty version: if (px >= width || py > height) return;
    float cr = scale * (px - width / 2) / width, ci = scale * (py - height / 2) / height, zr = 0, zi = 0;
    int it = 0;
    while (it < max_iter && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        ++it;
    }
    iterations[py * width + px] = it;
}
