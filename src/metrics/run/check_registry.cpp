#include "metrics/run/check_registry.hpp"

#include "metrics/parts/part_bounds.hpp"
#include "metrics/races/launch_races.hpp"
#include "metrics/rerun/differential_reads.hpp"
#include "metrics/rerun/differential_shuffles.hpp"

namespace warpscope::metrics {
namespace {

constexpr std::unique_ptr<Check> (*factories[])(const CheckedPlan&) = {
    uninitialized_read_check,
    inactive_lane_shuffle_check,
    race_check,
    part_bounds_check,
};

} // namespace

CheckList all_checks(const CheckedPlan& plan) {
    CheckList checks;
    for (const auto factory : factories)
        if (std::unique_ptr<Check> check = factory(plan)) checks.push_back(std::move(check));
    return checks;
}

} // namespace warpscope::metrics
