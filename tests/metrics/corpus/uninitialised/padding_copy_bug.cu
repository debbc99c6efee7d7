// Structures are copied with their padding, but one value is never set.
// launch: grid 1 block 32
// out: zero
// expect: uninitialised_read
struct Entry {
    char kind;
    double value;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    Entry from[4], to[4];
    for (int j = 0; j < 4; ++j) {
        from[(j + n) % 4].kind = static_cast<char>(data[j]);
        if (j + 2 < n) from[(j + n) % 4].value = data[j];
    }
    for (int j = 0; j < 4; ++j) to[(j + data[threadIdx.x]) % 4] = from[(j + n) % 4]; // MAYBE
    const Entry& last = to[(3 + data[threadIdx.x]) % 4];
    out[threadIdx.x] = static_cast<int>(last.value) + last.kind; // MAYBE
}
