#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/expression.hpp"
#include "lesson/runs.hpp"

namespace warpscope::lesson {

/// Measured values of a launch, by name. Caches expensive results; not thread-safe.
class Facts : public Names {
public:
    explicit Facts(Runs runs);
    ~Facts() override;

    [[nodiscard]] Result<double> value(std::string_view name) const override;
    [[nodiscard]] Result<double> call(std::string_view function, const std::vector<Argument>& arguments) const override;

    [[nodiscard]] const Run& own() const { return runs_.own; }
    [[nodiscard]] const Facts* of(std::string_view other) const;
    [[nodiscard]] Result<std::shared_ptr<const metrics::BlockTrace>> trace(uint64_t block) const;

private:
    struct Memory;
    /// Removes a launch's prefix from `name`, and returns that launch.
    [[nodiscard]] const Facts* other(std::string_view& name) const;
    [[nodiscard]] const std::map<std::string, double>& numbers() const;
    [[nodiscard]] Result<double> over_cells(std::string_view function, const std::vector<Argument>& arguments) const;
    [[nodiscard]] Result<double> at_cell(std::string_view function, const std::vector<Argument>& arguments) const;
    [[nodiscard]] Result<double> of_line(std::string_view function, const std::vector<Argument>& arguments) const;
    [[nodiscard]] Result<double> of_block(std::string_view function, const std::vector<Argument>& arguments) const;
    [[nodiscard]] Result<double> different(std::string_view function, const std::vector<Argument>& arguments) const;

    Runs runs_;
    std::map<std::string, std::unique_ptr<Facts>, std::less<>> others_;
    std::unique_ptr<Memory> memory_;
};

[[nodiscard]] std::vector<uint32_t> lines_with(const session::RunResult& run, std::string_view fragment);
/// Returns the buffer's index in the plan. Errors list the valid names.
[[nodiscard]] Result<uint32_t> buffer_of(const session::RunResult& run, std::string_view name);

/// Names of Facts and of the current cell: x, y, z, cell, owner, block, reads, writes, value.
class CellFacts : public Names {
public:
    [[nodiscard]] static Result<CellFacts> create(const Facts& facts, const session::RunResult& run,
                                                  std::string_view buffer);
    [[nodiscard]] Result<double> value(std::string_view name) const override;
    [[nodiscard]] Result<double> call(std::string_view function,
                                      const std::vector<Argument>& arguments) const override {
        return facts_->call(function, arguments);
    }
    void go_to(uint64_t cell) { cell_ = cell; }
    [[nodiscard]] const BufferLayout& layout() const { return contents_.layout; }

private:
    CellFacts() = default;
    const Facts* facts_ = nullptr;
    const metrics::CellMaps* maps_ = nullptr; // null if no thread accessed the buffer
    uint64_t threads_per_block_ = 1;
    HostBuffer contents_;
    uint64_t cell_ = 0;
};

/// Names of Facts and of the current lane: lane, thread, thread.x, thread.y, thread.z, col, row, owns, active('text of
/// a line').
class LaneFacts : public Names {
public:
    [[nodiscard]] static Result<LaneFacts> create(const Facts& facts, uint64_t block, uint32_t warp);
    [[nodiscard]] Result<double> value(std::string_view name) const override;
    [[nodiscard]] Result<double> call(std::string_view function, const std::vector<Argument>& arguments) const override;
    void go_to(uint32_t lane) { lane_ = lane; }
    /// Returns fewer than 32 for incomplete warps.
    [[nodiscard]] uint32_t lanes() const;

private:
    LaneFacts() = default;
    const Facts* facts_ = nullptr;
    uint64_t block_ = 0;
    uint32_t warp_ = 0, lane_ = 0;
};

/// Names of Facts and of the current line: line, findings, costs; most('cost') is the largest cost of any line.
class LineFacts : public Names {
public:
    explicit LineFacts(const Facts& facts)
        : facts_(&facts) {}
    [[nodiscard]] Result<double> value(std::string_view name) const override;
    [[nodiscard]] Result<double> call(std::string_view function, const std::vector<Argument>& arguments) const override;
    void go_to(uint32_t line) { line_ = line; }

private:
    const Facts* facts_ = nullptr;
    uint32_t line_ = 0;
};

} // namespace warpscope::lesson
