#include "lesson/line_costs.hpp"

#include <algorithm>
#include <array>

#include "catalog/text/nearest.hpp"
#include "insight/code_map.hpp"
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

Result<uint64_t InstructionCost::*> find_cost(std::string_view name) {
    const auto found = std::ranges::find(costs, name, &Cost::name);
    if (found != costs.end()) return found->member;
    std::vector<std::string> names;
    for (const Cost& known : costs) names.emplace_back(known.name);
    return fail(ErrorKind::failed, msg("'{}' is not a cost of a line.", name),
                catalog::suggestion(name, names, msg("costs: ")));
}

} // namespace

bool is_cost(std::string_view name) { return std::ranges::find(costs, name, &Cost::name) != costs.end(); }

Result<double> cost_of_line(const session::RunResult& run, uint32_t line, std::string_view cost) {
    const auto member = find_cost(cost);
    if (!member) return tl::unexpected(member.error());
    const insight::CodeCost* const of_line = line != 0 ? insight::code_map_of(run).cost_of(line) : nullptr;
    return of_line == nullptr ? 0 : static_cast<double>(of_line->*(*member));
}

Result<double> largest_cost(const session::RunResult& run, std::string_view cost) {
    const auto member = find_cost(cost);
    if (!member) return tl::unexpected(member.error());
    uint64_t largest = 0;
    for (const auto& [line, of_line] : insight::code_map_of(run).source)
        largest = std::max(largest, of_line.*(*member));
    return static_cast<double>(largest);
}

} // namespace warpscope::lesson
