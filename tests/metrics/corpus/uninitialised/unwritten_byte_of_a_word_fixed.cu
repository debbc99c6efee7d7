// Three bytes of each word are set. Whole words are loaded, copied and shuffled, but numbers use only these bytes.
// launch: grid 1 block 64
// out: unwritten
// expect: nothing
struct alignas(4) Colour {
    unsigned char red, green, blue, alpha;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Colour colours[64];
    const int t = threadIdx.x;
    colours[t].red = data[t];
    colours[t].green = n;
    colours[t].blue = 1;
    if (t < 8 * n) colours[t].alpha = 255;
    __syncthreads();
    const unsigned word = *reinterpret_cast<const volatile unsigned*>(&colours[63 - t]);
    out[t] = word;
    out[64 + t] = (word & 0xffffff) % 1000;
    const unsigned next = __shfl_xor_sync(0xffffffff, word, 1);
    out[128 + t] = next << 8;
    if (63 - t < 8 * n) out[192 + t] = __popc(word);
    else out[192 + t] = word >> 8 & 0xff;
}
