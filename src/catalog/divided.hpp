// Buffers in parts, one on each device, and the copies between them. Private to src/catalog.
#pragma once

#include <functional>
#include <vector>

#include "base/launch.hpp"
#include "catalog/experiment.hpp"
#include "catalog/expression.hpp"

namespace warpscope::catalog {

inline constexpr int64_t most_devices = 64;

/// The value of an expression where it stands.
using Number = std::function<Result<int64_t>(const Expression&)>;

/// The value of `text`, in which `lookup` knows plain names, and `values` the others.
[[nodiscard]] Result<int64_t> evaluate_with(const std::vector<NamedValue>& values, const Expression& text,
                                            const Lookup& lookup);

/// Gives `planned`, whose shape is known, its parts; `spec` has some.
[[nodiscard]] Result<void> divide(const BufferSpec& spec, const Number& number, PlannedBuffer& planned);

/// Plans the copies of launches, and which launches wait for them.
class CopyPlanner {
public:
    CopyPlanner(const Variant& variant, ExecutionPlan& plan)
        : variant_(variant)
        , plan_(plan) {}

    /// A copy of `spec` for one device, whose values `number` knows, before the next launch of the plan.
    [[nodiscard]] Result<void> add(const LaunchSpec& spec, const CopySpec& copy, uint64_t iteration,
                                   const Number& number);
    /// The launches of `spec` from number `first` on are planned: they wait for the copies that come to their device or
    /// leave it, where those are needed by this launch, or by an earlier one that the device had no part in.
    void settle(const LaunchSpec& spec, size_t first);
    /// A row of a part of a buffer.
    [[nodiscard]] Result<PlannedCopy::End> end(uint32_t buffer, const Expression& part, const Expression& row,
                                               const Number& number) const;

private:
    /// A copy that no launch on one of its two devices waits for yet.
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
