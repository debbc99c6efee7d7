// Computes one generation with one-dimensional blocks.
__global__ void simpleLife(const char* world, char* result, int worldWidth, int worldHeight) {
    int size = worldWidth * worldHeight;
    for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < size; cell += blockDim.x * gridDim.x) {
    // Faulty version: for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell <= size; cell += blockDim.x * gridDim.x) {
        int x = cell % worldWidth, yAbs = cell - x;
        int xLeft = (x + worldWidth - 1) % worldWidth, xRight = (x + 1) % worldWidth;
        int yUp = (yAbs + size - worldWidth) % size, yDown = (yAbs + worldWidth) % size;
        int alive = world[xLeft + yUp] + world[x + yUp] + world[xRight + yUp] + world[xLeft + yAbs] +
                    world[xRight + yAbs] + world[xLeft + yDown] + world[x + yDown] + world[xRight + yDown];
        result[cell] = alive == 3 || (alive == 2 && world[cell]) ? 1 : 0;
    }
}
