// Three bytes of each word are set, but the computed number includes the fourth.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
// says: 1 byte at offset*of shared memory
struct alignas(4) Colour {
    unsigned char red, green, blue, alpha;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Colour colours[64];
    const int t = threadIdx.x;
    colours[t].red = data[t];
    colours[t].green = n;
    colours[t].blue = 1;
    __syncthreads();
    const unsigned word = *reinterpret_cast<const volatile unsigned*>(&colours[63 - t]); // FINDING
    out[t] = word % 1000;
}
