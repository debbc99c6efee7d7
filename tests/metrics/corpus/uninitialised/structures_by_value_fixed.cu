// Nested structures with padding and bit fields are changed, passed by value, returned and copied.
// launch: grid 1 block 32
// out: unwritten
// expect: nothing
struct Parts {
    char letter;
    short number;
    int sum;
    double value;
    bool is_set;
};
struct Fields {
    unsigned first : 5, second : 11, third : 9;
};
struct All {
    Parts parts;
    Fields fields;
    float factor;
    bool has_factor;
};
__device__ __noinline__ All changed(const All& all, int by) {
    All copy = all;
    copy.parts.sum += by;
    copy.fields.first = 7;
    return copy;
}
__device__ __noinline__ float factor_of(All all) { return all.has_factor ? all.factor : 1; }
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ All all[32];
    __shared__ Fields fields[32];
    int t = threadIdx.x;
    All own;
    own.parts.letter = 'a';
    own.parts.number = data[t];
    own.parts.sum = data[t];
    own.parts.value = data[t];
    own.parts.is_set = true;
    own.fields.first = 1;
    own.fields.second = data[t];
    own.fields.third = t & 1;
    own.has_factor = t % 2 != 0;
    if (own.has_factor) own.factor = 2;
    all[t] = own;
    fields[t].first = data[t];
    fields[t].second = 3;
    fields[t].third = 0;
    __syncthreads();
    own = changed(all[31 - t], n);
    Fields mine = fields[31 - t];
    mine.first = 0;
    mine.third = t & 1;
    __syncthreads();
    all[31 - t] = own;
    fields[31 - t] = mine;
    __syncthreads();
    ((All*)out)[t] = changed(all[t], n);
    out[2048 + t] = fields[t].first + fields[t].second + fields[t].third;
    out[3072 + t] = factor_of(all[t]);
}
