// Memory is read after it was freed.
// launch: grid 2 block 64
// out: zero
// expect: use_after_free
// at: block 0
// says: is 0 bytes into 40 bytes allocated by*has freed them
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* volatile* place = (int* volatile*)malloc(sizeof(int*));
    int* own = (int*)malloc(40);
    if (place == nullptr || own == nullptr) return;
    *place = own;
    own[0] = data[i];
    free(*place);
    out[i] = *(volatile int*)own; // FINDING
    free((void*)place);
}
