// kernels: render
#include <cfloat>
#include <limits>
#include <fstream>
class vec3 {
public:
    __host__ __device__ vec3() {}
    __host__ __device__ vec3(float e0, float e1, float e2) { e[0] = e0; e[1] = e1; e[2] = e2; }
    __host__ __device__ inline float x() const { return e[0]; }
    __host__ __device__ inline vec3 operator-() const { return vec3(-e[0], -e[1], -e[2]); }
    __host__ __device__ inline float operator[](int i) const { return e[i]; }
    __host__ __device__ inline float &operator[](int i) { return e[i]; };
    __host__ __device__ inline vec3 &operator+=(const vec3 &v2);
    __host__ __device__ inline float squared_length() const { return e[0] * e[0] + e[1] * e[1] + e[2] * e[2]; }
    float e[3];
};
inline std::istream &operator>>(std::istream &is, vec3 &t) {
    is >> t.e[0] >> t.e[1] >> t.e[2];
    return is;
}
__host__ __device__ inline vec3 operator+(const vec3 &v1, const vec3 &v2) {
    return vec3(v1.e[0] + v2.e[0], v1.e[1] + v2.e[1], v1.e[2] + v2.e[2]);
}
__host__ __device__ inline vec3 &vec3::operator+=(const vec3 &v) {
    e[0] += v.e[0];
    e[1] += v.e[1];
    e[2] += v.e[2];
    return *this;
}
struct hit_record { float t; vec3 p; };
class hitable {
public:
    __device__ virtual bool hit(const vec3 &r, float t_max, hit_record &rec) const = 0;
};
class sphere : public hitable {
public:
    __device__ sphere(vec3 cen, float r) : center(cen), radius(r) {};
    __device__ virtual bool hit(const vec3 &r, float t_max, hit_record &rec) const {
        rec.t = (r + -center).squared_length();
        return rec.t < radius * radius && rec.t < t_max;
    }
    vec3 center;
    float radius;
};
#define checkCudaErrors(val) check_cuda((val), #val, __FILE__, __LINE__)
void check_cuda(cudaError_t result, char const *const func, const char *const file, int const line) {
    if (result) { std::cerr << file << line << func << "\n"; cudaDeviceReset(); exit(99); }
}
__global__ void render(vec3 *fb, int max_x, int max_y) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int j = threadIdx.y + blockIdx.y * blockDim.y;
    if ((i >= max_x) || (j >= max_y)) return;
    hit_record rec;
    sphere ball(vec3(0, 0, 0), 0.5f);
    fb[j * max_x + i] = ball.hit(vec3(float(i) / max_x, float(j) / max_y, 0.2f), FLT_MAX, rec) ? rec.p : vec3(1, 1, 1); // @line is in the PTX
}
int main() {
    vec3 *fb;
    checkCudaErrors(cudaMallocManaged((void **)&fb, 100));
    std::ofstream out("x.ppm");
    out << fb[0].x();
}
