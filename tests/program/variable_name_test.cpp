// Names of host variables in lines of source.
#include <gtest/gtest.h>

#include "program/variable_name.hpp"

namespace warpscope::program {
namespace {

TEST(VariableName, IsWhatTheCallIsGivenTheAddressOf) {
    EXPECT_EQ(variable_in("    cudaMalloc((void**)&d_in, bytes);"), "d_in");
    EXPECT_EQ(variable_in("CHECK(cudaMallocManaged(&image.data, n));"), "image.data");
    EXPECT_EQ(variable_in("cudaMalloc(&rows[2], 4);"), "rows[2]");
    EXPECT_EQ(variable_in("cudaMalloc(&a, 4); cudaMalloc(&b, 4);"), "");
    EXPECT_EQ(variable_in("cudaMalloc(pointer, 4);"), "");
}

TEST(VariableName, OfAHelperIsWhatItIsCalledFor) {
    EXPECT_EQ(variable_of_call("    DeviceBuffer<float> edges(host.size());"), "edges");
    EXPECT_EQ(variable_of_call("    Buffer edges{host.size()};"), "edges");
    EXPECT_EQ(variable_of_call("    float* edges = make<float>(count);"), "edges");
    EXPECT_EQ(variable_of_call("    auto image = Image(3, 4);"), "image");
    EXPECT_EQ(variable_of_call("    allocate(&d_in, count);"), "d_in");
    EXPECT_EQ(variable_of_call("    run(count);"), "");
    EXPECT_EQ(variable_of_call("    return make(count);"), "");
    EXPECT_EQ(variable_of_call("    Buffer<float> a(count), b(count);"), "");
    EXPECT_EQ(variable_of_call("}"), "");
}

} // namespace
} // namespace warpscope::program
