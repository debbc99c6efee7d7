// Structures are copied with their padding, which is neither set nor read.
// launch: grid 1 block 32
// out: zero
// expect: nothing
struct Entry {
    char kind;
    double value;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    Entry from[4], to[4];
    for (int j = 0; j < 4; ++j) {
        from[(j + n) % 4].kind = static_cast<char>(data[j]);
        from[(j + n) % 4].value = data[j];
    }
    for (int j = 0; j < 4; ++j) to[(j + data[threadIdx.x]) % 4] = from[(j + n) % 4];
    const Entry& last = to[(3 + data[threadIdx.x]) % 4];
    out[threadIdx.x] = static_cast<int>(last.value) + last.kind;
}
