// A serial merge reads the key after the one it takes. After the last key, it reads an unwritten one, but tests the end
// before it compares.
//     launch: grid 2 block 32
//     expect: nothing
__global__ void kernel(int* data, int* out, int n) {
    constexpr int per_thread = 4, keys = 32 * per_thread;
    __shared__ int tile[keys + 1];
    const int begin = threadIdx.x * per_thread;
    for (int i = 0; i < per_thread; ++i) tile[begin + i] = data[begin + i] * 37 % 101;
    __syncwarp();
    int low = begin, high = begin + 2;
    const int low_end = begin + 2, high_end = begin + per_thread;
    int first = tile[low], second = tile[high];
    for (int i = 0; i < per_thread; ++i) {
        const bool take_second = high < high_end && (low >= low_end || second < first);
        out[blockIdx.x * keys + begin + i] = take_second ? second : first;
        if (take_second)
            second = tile[++high];
        else
            first = tile[++low];
    }
}
