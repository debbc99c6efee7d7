// Whole structures are copied to global memory, with unset padding of several words.
// launch: grid 1 block 32
// out: unwritten
// expect: nothing
struct Particle {
    float4 position;
    int number;
};
struct alignas(16) Wide {
    double value;
};
struct Tail {
    long long first;
    int second;
    alignas(8) int third;
};
struct Long {
    double values[20];
    char letter;
    double last;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Particle particles[32];
    __shared__ Wide wides[32];
    __shared__ Tail tails[32];
    __shared__ Long longs[2];
    int t = threadIdx.x;
    particles[t].position = make_float4(data[t], 1, 2, 3);
    particles[t].number = t;
    wides[t].value = data[t];
    tails[t].first = data[t];
    tails[t].second = 1;
    tails[t].third = 2;
    if (t < 2) {
        for (int j = 0; j < 20; ++j) longs[t].values[j] = data[j];
        longs[t].letter = 'a';
        longs[t].last = 2;
    }
    __syncthreads();
    ((Particle*)out)[t] = particles[31 - t];
    ((Wide*)(out + 1024))[t] = wides[31 - t];
    ((Tail*)(out + 2048))[t] = tails[31 - t];
    if (t < 2) ((Long*)(out + 3072))[t] = longs[1 - t];
}
