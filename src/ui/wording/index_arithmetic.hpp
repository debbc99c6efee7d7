// What follows from a thread's indices and the launch's arguments alone, without a run: values of the kernel's names.
// Only names that keep one value have one here: what a loop counts is of a moment, and only a recording knows it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalog/expression.hpp"
#include "metrics/findings/kernel_tokens.hpp"
#include "session/session.hpp"

namespace warpscope::ui {

/// `row = blockIdx.y * blockDim.y + threadIdx.y` with its own numbers: "1 * 16 + 0", 16.
struct FormulaLine {
    std::string name, expression, numbers;
    int64_t value = 0;
    uint32_t line = 0;    // in the kernel text
    bool changes = false; // it is what the variable begins with
};

class IndexArithmetic {
public:
    /// Of the last launch's kernel; `result` must outlive this.
    explicit IndexArithmetic(const session::RunResult& result);

    /// Lines of the kernel that give names to index arithmetic, for one thread.
    [[nodiscard]] std::vector<FormulaLine> formulas(const Dim3& block, const Dim3& thread) const;
    /// What `name` is for a thread at a line of the kernel's body; nothing where indices and arguments do not tell.
    [[nodiscard]] std::optional<int64_t> value(const std::string& name, uint32_t line, const Dim3& block,
                                               const Dim3& thread) const;

private:
    using Values = std::map<std::string, int64_t, std::less<>>;
    struct OfThread {
        Values built_in;
        std::map<uint32_t, Values> declared; // by line
    };
    [[nodiscard]] OfThread of_thread(const Dim3& block, const Dim3& thread, std::vector<FormulaLine>* lines) const;
    [[nodiscard]] std::optional<int64_t> find(const OfThread& values, std::string_view name, uint32_t line) const;
    [[nodiscard]] std::optional<uint32_t> meaning(std::string_view name, uint32_t line) const;

    const session::RunResult& result_;
    std::optional<metrics::KernelText> text_;
    std::vector<catalog::IndexFormula> formulas_;
    Values outside_; // the launch's arguments and what is defined for the compiler
    mutable std::map<std::pair<std::string, uint32_t>, std::optional<uint32_t>> meanings_; // by name and line
    mutable std::optional<std::pair<std::pair<Dim3, Dim3>, OfThread>> last_;
};

} // namespace warpscope::ui
