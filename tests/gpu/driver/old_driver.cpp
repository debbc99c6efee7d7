// A very old CUDA driver for tests, which only reports its version.
extern "C" int cuDriverGetVersion(int* version) {
    *version = 6050;
    return 0;
}
