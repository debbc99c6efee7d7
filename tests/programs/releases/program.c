// A program of CUDA 11 or 12 (RELEASE) as a compiler leaves it, with the structures of that release written down here:
// it is linked to a library of that release's name. DEVICE_CODE is the file with its kernel.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    unsigned x, y, z;
} dim3;
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaUnregisterFatBinary(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*);
int cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, void*);
int cudaMallocManaged(void**, size_t, unsigned);
int cudaFree(void*);
int cudaMemPrefetchAsync(const void*, size_t, int, void*);
int cudaMemAdvise(const void*, size_t, int, int);
int cudaThreadSynchronize(void);
int cudaRuntimeGetVersion(int*);
int cudaPointerGetAttributes(void*, const void*);
int cudaFuncGetAttributes(void*, const void*);
#if RELEASE == 12
#define cudaGetDeviceProperties cudaGetDeviceProperties_v2
enum { properties_bytes = 1032, function_bytes = 144 };
#else
enum { properties_bytes = 728, function_bytes = 56 };
#endif
enum { pointer_bytes = 24 };
int cudaGetDeviceProperties(void*, int);

extern const char device_code[];
__asm__(".pushsection .nv_fatbin,\"a\"\n.p2align 3\ndevice_code:\n.incbin \"" DEVICE_CODE "\"\n.popsection");
static struct {
    unsigned magic, version;
    const void *data, *unused;
} wrapper __attribute__((section(".nvFatBinSegment"))) = {0x466243b1, 1, device_code, 0};

static void twice(void) {} // stands for the kernel

static int number_at(const char* bytes, size_t offset) {
    int value = 0;
    memcpy(&value, bytes + offset, sizeof(value));
    return value;
}
/// Returns whether the call wrote nothing after the end of the release's structure.
static int ends_at(const char* bytes, size_t end) {
    for (size_t k = end; k < 2048; ++k)
        if (bytes[k] != 0x55) return 0;
    return 1;
}

int main(void) {
    void** module = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(module, (const char*)twice, "twice", "twice", -1, 0, 0, 0, 0, 0);
    __cudaRegisterFatBinaryEnd(module);

    static char properties[2048], pointer[2048], function[2048];
    memset(properties, 0x55, sizeof(properties));
    memset(pointer, 0x55, sizeof(pointer));
    memset(function, 0x55, sizeof(function));
    int release = 0, errors = cudaRuntimeGetVersion(&release) + cudaGetDeviceProperties(properties, 0);
    printf("release %d, %d multiprocessors, %d kHz, compute capability %d.%d, %d\n", release / 1000,
           number_at(properties, 388), number_at(properties, 348), number_at(properties, 360),
           number_at(properties, 364), ends_at(properties, properties_bytes));

    int* numbers = 0;
    errors += cudaMallocManaged((void**)&numbers, 64 * sizeof(int), 1);
    for (int i = 0; i < 64; ++i) numbers[i] = i;
    errors += cudaMemAdvise(numbers, 64 * sizeof(int), 1, 0) + cudaMemPrefetchAsync(numbers, 64 * sizeof(int), 0, 0);
    void* arguments[] = {&numbers};
    const dim3 grid = {2, 1, 1}, block = {32, 1, 1};
    errors += cudaLaunchKernel((const void*)twice, grid, block, arguments, 0, 0) + cudaThreadSynchronize();
    errors += cudaPointerGetAttributes(pointer, numbers) + cudaFuncGetAttributes(function, (const void*)twice);
    printf("%d %d, managed %d, most threads %d, %d%d, errors %d\n", numbers[1], numbers[63], number_at(pointer, 0) == 3,
           number_at(function, 24), ends_at(pointer, pointer_bytes), ends_at(function, function_bytes), errors);
    errors += cudaFree(numbers);
    __cudaUnregisterFatBinary(module);
    return errors;
}
