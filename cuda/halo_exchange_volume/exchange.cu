// Cools one device's slab of a volume for one time step. The slab has `planes` own planes between two ghost planes,
// which are copies of the neighbors' planes. `before` and `after` point to the slab's first own plane, which is plane
// `first_plane` of the volume. The volume's faces keep their temperature.
__global__ void heat(float* after, const float* before, int width, int height, int planes, int first_plane, int depth,
                     float alpha) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int plane = blockIdx.z * blockDim.z + threadIdx.z;

    if (x < width && y < height && plane < planes) {
        int z = first_plane + plane, area = width * height;
        int i = plane * area + y * width + x;
        float t = before[i];
        bool inside = x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1 && z < depth - 1;
        if (inside) {
            float in_front = before[i - area], behind = before[i + area]; // at the slab's edge, one is in a ghost plane
            float around = before[i - 1] + before[i + 1] + before[i - width] + before[i + width] + in_front + behind;
            t = fmaf(alpha, around - 6.0f * t, t);
        }
        after[i] = t;
    }
}
