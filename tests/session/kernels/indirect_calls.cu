struct Shape {
    __device__ virtual int area(int side) const = 0;
};
struct Square : Shape {
    __device__ int area(int side) const override { return side * side; }
};
struct Strip : Shape {
    __device__ int area(int side) const override { return 2 * side; }
};

__device__ __noinline__ int one_more(int x) { return x + 1; }
__device__ __noinline__ int one_less(int x) { return x - 1; }

extern "C" __global__ void recorded(int* out, const int* in, unsigned*, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Square square;
    const Strip strip;
    const Shape* const shape = in[i] % 3 == 0 ? static_cast<const Shape*>(&square) : &strip;
    int (*const change)(int) = in[i] % 2 == 0 ? one_more : one_less;
    out[i] = change(shape->area(i));
}
