// Users are counted in the memory itself, but the last one frees it without waiting for the reads of the others.
// launch: grid 2 block 128
// out: zero
// expect: use_after_free
struct Box {
    int users, value;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Box* box;
    if (threadIdx.x == 0) {
        box = (Box*)malloc(sizeof(Box));
        box->users = 4;
        box->value = data[n];
    }
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    Box* const own = box;
    out[blockIdx.x * 4 + threadIdx.x / 32] = own->value; // FINDING
    if (atomicSub(&own->users, 1) == 1) {
        free(own); // OTHER
    }
}
