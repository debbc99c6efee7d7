// A structure is copied from one of two arrays, with its padding, or set by the kernel.
//     launch: grid 2 block 64
//     out: unwritten
//     expect: nothing
struct Mark {
    int kind;
    double weight;
};

__global__ void kernel(int* data, int* out, int n) {
    __shared__ Mark even[64], odd[64];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    even[t].kind = 1;
    even[t].weight = t;
    odd[t].kind = 2;
    odd[t].weight = data[i];
    __syncthreads();
    Mark mark;
    switch (data[i] & 3) {
    case 0: mark = even[63 - t]; break;
    case 1: mark = odd[t ^ 1]; break;
    default: mark.kind = 1; mark.weight = n;
    }
    reinterpret_cast<Mark*>(out)[i] = mark;
}
