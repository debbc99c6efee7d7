#pragma once

#include <functional>
#include <vector>

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "catalog/expression.hpp"

namespace warpscope::catalog {

inline constexpr int64_t max_devices = 64;

using Number = std::function<Result<int64_t>(const Expression&)>;

/// Searches names with `lookup` first, then in `values`.
[[nodiscard]] Result<int64_t> evaluate_with(const std::vector<NamedValue>& values, const Expression& text,
                                            const Lookup& lookup);

/// Computes planned.part_bytes from the shape. Parts must be whole rows or planes.
[[nodiscard]] Result<void> divide(const BufferSpec& spec, const Number& number, PlannedBuffer& planned);

/// Plans copies between parts, and makes launches wait for them.
class CopyPlanner {
public:
    CopyPlanner(const Variant& variant, ExecutionPlan& plan)
        : variant_(variant)
        , plan_(plan) {}

    /// Adds a copy before the next planned launch. `number` evaluates expressions for the copying device.
    [[nodiscard]] Result<void> add(const LaunchSpec& spec, const CopySpec& copy, uint64_t iteration,
                                   const Number& number);
    /// Makes launches from index `first` on wait for due copies to or from their devices. A copy becomes due when its
    /// kernel `needed_by` is launched.
    void settle(const LaunchSpec& spec, size_t first);
    [[nodiscard]] Result<PlannedCopy::End> end(uint32_t buffer, const Expression& part, const Expression& row,
                                               const Number& number) const;

private:
    /// Copy for which no launch on `device` waits yet
    struct Pending {
        uint32_t copy = 0, device = 0;
        std::string needed_by;
        bool is_due = false;
    };
    [[nodiscard]] Result<PlannedCopy::End> end(const std::string& text, uint64_t iteration, const Number& number) const;
    [[nodiscard]] uint64_t row_bytes(uint32_t buffer) const;

    const Variant& variant_;
    ExecutionPlan& plan_;
    std::vector<Pending> pending_;
};

} // namespace warpscope::catalog
