// Computes variables from a thread's indices and the launch arguments.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "source/index_formulas.hpp"
#include "source/kernel_text.hpp"

namespace warpscope::insight {

/// A formula with its numbers: "1 * 16 + 0" and 16 for `row = blockIdx.y * blockDim.y + threadIdx.y`.
struct FormulaLine {
    std::string name, expression, numbers;
    int64_t value = 0;
    uint32_t line = 0;
    bool changes = false; // the variable changes later; `value` is its first value
};

class IndexArithmetic {
public:
    /// Reads the kernel of the last launch. `result` must outlive this object.
    explicit IndexArithmetic(const session::RunResult& result);

    [[nodiscard]] std::vector<FormulaLine> formulas(const Dim3& block, const Dim3& thread) const;
    /// Returns a name's value at a line of the kernel's body; nothing if it depends on more than indices and arguments.
    [[nodiscard]] std::optional<int64_t> value(const std::string& name, uint32_t line, const Dim3& block,
                                               const Dim3& thread) const;

private:
    using Values = std::map<std::string, int64_t, std::less<>>;
    struct OfThread {
        Values built_in;
        std::map<uint32_t, Values> declared; // by line
    };
    void read_macros();
    [[nodiscard]] OfThread of_thread(const Dim3& block, const Dim3& thread, std::vector<FormulaLine>* lines) const;
    [[nodiscard]] std::optional<int64_t> find(const OfThread& values, std::string_view name, uint32_t line) const;
    [[nodiscard]] std::optional<uint32_t> meaning(std::string_view name, uint32_t line) const;

    const session::RunResult& result_;
    std::optional<source::KernelText> text_;
    std::vector<source::IndexFormula> formulas_;
    Values outside_; // launch arguments and definitions of the build
    Values macros_;  // macros of the source that are whole numbers
    mutable std::map<std::pair<std::string, uint32_t>, std::optional<uint32_t>> meanings_; // by name and line
    mutable std::optional<std::pair<std::pair<Dim3, Dim3>, OfThread>> last_;
};

} // namespace warpscope::insight
