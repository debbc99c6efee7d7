#include "lesson/line_costs.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::lesson {
namespace {

using metrics::InstructionCost;

struct Cost {
    std::string_view name;
    uint64_t InstructionCost::*member;
};
constexpr std::array costs{
    Cost{"executions", &InstructionCost::executions},
    Cost{"active_lanes", &InstructionCost::active_lanes},
    Cost{"branches", &InstructionCost::branches},
    Cost{"divergent_branches", &InstructionCost::divergent_branches},
    Cost{"global_requests", &InstructionCost::global_requests},
    Cost{"global_sectors", &InstructionCost::global_sectors},
    Cost{"global_sectors_ideal", &InstructionCost::global_sectors_ideal},
    Cost{"shared_requests", &InstructionCost::shared_requests},
    Cost{"shared_passes", &InstructionCost::shared_passes},
};

template<class Visit>
Result<void> visit_lines(const session::RunResult& run, std::string_view cost, Visit visit) {
    const auto found = std::ranges::find(costs, cost, &Cost::name);
    if (found == costs.end()) {
        std::vector<std::string> names;
        for (const Cost& known : costs) names.emplace_back(known.name);
        return fail(ErrorKind::failed, tr_format("'{}' is no cost of a line.", cost),
                    catalog::suggestion(cost, names, tr("costs: ")));
    }
    const std::filesystem::path file = run.variant().source.filename();
    for (const metrics::LineCost& line : run.shown().lines)
        if (std::filesystem::path(line.file).filename() == file)
            visit(line.line, static_cast<double>(line.*(found->member)));
    return {};
}

} // namespace

bool is_cost(std::string_view name) { return std::ranges::find(costs, name, &Cost::name) != costs.end(); }

Result<double> cost_of_line(const session::RunResult& run, uint32_t line, std::string_view cost) {
    double sum = 0;
    auto visited = visit_lines(run, cost, [&](uint32_t at, double value) { sum += at == line ? value : 0; });
    if (!visited) return tl::unexpected(visited.error());
    return sum;
}

Result<double> largest_cost(const session::RunResult& run, std::string_view cost) {
    double largest = 0;
    auto visited = visit_lines(
        run, cost, [&](uint32_t at, double value) { largest = at != 0 ? std::max(largest, value) : largest; });
    if (!visited) return tl::unexpected(visited.error());
    return largest;
}

} // namespace warpscope::lesson
