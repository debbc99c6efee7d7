// kernels: add
#include <gtest/gtest.h>
#include <catch2/catch_test_macros.hpp>
#include <benchmark/benchmark.h>

__global__ void add(int *a, const int *b) {
    a[threadIdx.x] += b[threadIdx.x]; // @line is in the PTX
}

static void BM_add(benchmark::State &state) {
    for (auto _ : state) add<<<1, 32>>>(nullptr, nullptr);
}
BENCHMARK(BM_add)->Range(8, 8 << 10);
TEST(Add, Works) {
    add<<<1, 32>>>(nullptr, nullptr);
    ASSERT_EQ(cudaGetLastError(), cudaSuccess);
}
BENCHMARK_MAIN();
