// Objects whose operator new allocates managed memory; host and device use them in turn.
#include <cstdio>
#include <new>

class Managed {
public:
    void* operator new(size_t bytes) {
        void* p = nullptr;
        if (cudaMallocManaged(&p, bytes) != cudaSuccess) throw std::bad_alloc();
        cudaDeviceSynchronize();
        return p;
    }
    void operator delete(void* p) {
        cudaDeviceSynchronize();
        cudaFree(p);
    }
};

class Image : public Managed {
public:
    explicit Image(int size)
        : size_(size) {
        cudaMallocManaged(&pixels_, size * sizeof(float));
        for (int i = 0; i < size; ++i) pixels_[i] = 1;
    }
    ~Image() { cudaFree(pixels_); }
    __host__ __device__ int size() const { return size_; }
    __host__ __device__ float& operator[](int i) { return pixels_[i]; }

private:
    int size_;
    float* pixels_ = nullptr;
};

__global__ void brighten(Image* image, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < image->size()) (*image)[i] += by * i;
}

int main() {
    Image* image = new Image(100);
    brighten<<<2, 64>>>(image, 0.5f);
    cudaDeviceSynchronize();
    (*image)[10] *= 2;
    brighten<<<2, 64>>>(image, 1);
    cudaDeviceSynchronize();
    printf("%g %g\n", (*image)[10], (*image)[99]);
    delete image;
}
