// Compiles kernels of tests/metrics/kernels and runs plans. Without a compiler, the functions use the PTX next to the
// source, which WARPSCOPE_REBASE=1 writes.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "compile/compiler.hpp"
#include "metrics/measure.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

using ProgramPtr = std::shared_ptr<const simt::Program>;

/// `file` is relative to tests/metrics, e.g. "kernels/transpose.cu". Fails the test and returns null on errors.
[[nodiscard]] ProgramPtr compiled(const std::string& file,
                                  compile::CompilerChoice compiler = compile::CompilerChoice::automatic);

/// Returns the available compilers. Without any, returns only `automatic`, which means the stored PTX.
[[nodiscard]] std::vector<compile::CompilerChoice> usable_compilers();

template<class T>
[[nodiscard]] SharedBytes bytes_of(const std::vector<T>& values) {
    const auto* begin = reinterpret_cast<const std::byte*>(values.data());
    return std::make_shared<const Bytes>(begin, begin + values.size() * sizeof(T));
}

template<class T>
[[nodiscard]] std::vector<T> values_of(const HostBuffer& buffer) {
    const auto* begin = reinterpret_cast<const T*>(buffer.bytes->data());
    return {begin, begin + buffer.bytes->size() / sizeof(T)};
}

/// Returns 0, 1, 2 and so on.
[[nodiscard]] inline std::vector<float> counting(size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0f);
    return values;
}

[[nodiscard]] inline PlannedBuffer buffer_of(std::string name, ElementType type, uint32_t channels, Shape shape,
                                             BufferRole role, SharedBytes initial = nullptr) {
    return {{std::move(name), type, channels, shape}, role, std::move(initial)};
}

[[nodiscard]] inline Argument scalar(std::string name, double value, ElementType type = ElementType::s32) {
    return ScalarArgument{std::move(name), type, value};
}

/// Returns nullptr if the buffer was not mapped.
[[nodiscard]] inline const CellMaps* maps_of(const LaunchMeasurement& launch, uint32_t buffer) {
    for (const CellMaps& maps : launch.maps)
        if (maps.buffer == buffer) return &maps;
    return nullptr;
}

/// Fails the test and returns null on errors.
[[nodiscard]] std::shared_ptr<const Measured> measured(const ProgramPtr& program, const ExecutionPlan& plan,
                                                       const MeasureOptions& options = {});

} // namespace warpscope::metrics
