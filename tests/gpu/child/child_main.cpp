// Runs kernels for its parent, with the driver that WARPSCOPE_CUDA_DRIVER names.
#include "gpu/child/serve.hpp"

int main(int argc, char** argv) {
    return warpscope::gpu::serve_as_child(argc, argv, warpscope::gpu::system_runtime()).value_or(2);
}
