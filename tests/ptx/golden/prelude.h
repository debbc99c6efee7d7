// CUDA declarations that clang needs to compile sources.cu without the CUDA Toolkit.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define COORDINATE(name, builtin)                                                                                      \
    static __device__ inline int get_##name() { return builtin##name(); }                                              \
    __declspec(property(get = get_##name)) int name;
struct ThreadIndex {
    COORDINATE(x, __nvvm_read_ptx_sreg_tid_)
    COORDINATE(y, __nvvm_read_ptx_sreg_tid_)
};
struct BlockIndex {
    COORDINATE(x, __nvvm_read_ptx_sreg_ctaid_)
    COORDINATE(y, __nvvm_read_ptx_sreg_ctaid_)
};
struct BlockExtent {
    COORDINATE(x, __nvvm_read_ptx_sreg_ntid_)
    COORDINATE(y, __nvvm_read_ptx_sreg_ntid_)
};
extern const __device__ __attribute__((weak)) ThreadIndex threadIdx;
extern const __device__ __attribute__((weak)) BlockIndex blockIdx;
extern const __device__ __attribute__((weak)) BlockExtent blockDim;
