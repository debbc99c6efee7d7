// Memory is read before it is freed.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* volatile* place = (int* volatile*)malloc(sizeof(int*));
    int* own = (int*)malloc(40);
    if (place == nullptr || own == nullptr) return;
    *place = own;
    own[0] = data[i];
    out[i] = *(volatile int*)own;
    free(*place);
    free((void*)place);
}
