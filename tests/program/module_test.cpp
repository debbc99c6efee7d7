// Registration of device code in Warpscope's replacement of the CUDA runtime.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "program/run.hpp"
#include "runtime/abi.hpp"

namespace warpscope {
namespace {

TEST(Module, ReloadedLibraryIsANewModule) {
    const auto file = program::runtime_folder() / "libcudart.so.13";
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto add = reinterpret_cast<void** (*)(void*)>(dlsym(library, "__cudaRegisterFatBinary"));
    const auto remove = reinterpret_cast<void (*)(void**)>(dlsym(library, "__cudaUnregisterFatBinary"));
    ASSERT_TRUE(add != nullptr && remove != nullptr);
    runtime::FatBinaryWrapper wrapper{};
    void** const first = add(&wrapper);
    EXPECT_EQ(add(&wrapper), first);
    remove(first);
    void** const second = add(&wrapper);
    EXPECT_NE(second, first);
    remove(second);
}

} // namespace
} // namespace warpscope
