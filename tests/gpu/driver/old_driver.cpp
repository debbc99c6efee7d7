// A CUDA driver of long ago, for tests: it says its version and has nothing else.
extern "C" int cuDriverGetVersion(int* version) {
    *version = 6050;
    return 0;
}
