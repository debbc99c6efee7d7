#include "session/shared_extents.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "catalog/expression.hpp"
#include "source/subscripts.hpp"

namespace warpscope::session {
namespace {

using Definitions = std::vector<std::pair<std::string, std::string>>;

/// Evaluates an extent. Follows at most `steps` names, to end circular definitions.
std::optional<uint64_t> value_in(const std::string& text, const source::SharedDeclarations& source,
                                 const Definitions& defines, int steps) {
    const auto value = catalog::evaluate(text, [&](std::string_view name) -> std::optional<int64_t> {
        if (steps == 0) return std::nullopt;
        const auto define = std::ranges::find(defines, name, &Definitions::value_type::first);
        const auto constant = source.constants.find(name);
        if (define == defines.end() && constant == source.constants.end()) return std::nullopt;
        const auto found =
            value_in(define != defines.end() ? define->second : constant->second, source, defines, steps - 1);
        return found ? std::optional(static_cast<int64_t>(*found)) : std::nullopt;
    });
    return value && *value >= 0 ? std::optional(static_cast<uint64_t>(*value)) : std::nullopt;
}

std::vector<uint64_t> extents_of(const RunResult& result, std::string_view name) {
    const source::SharedDeclarations source = source::shared_declarations(result.source);
    std::vector<uint64_t> found;
    for (const source::SharedDeclaration& one : source.arrays) {
        if (one.name != name) continue;
        std::vector<uint64_t> extents;
        for (const std::string& extent : one.extents)
            if (const auto value = value_of_extent(extent, source, result)) extents.push_back(*value);
        if (extents.size() != one.extents.size() || (!found.empty() && found != extents)) return {};
        found = std::move(extents);
    }
    return found;
}

std::optional<std::string> dynamic_element(const RunResult& result, const PlannedLaunch& launch,
                                           std::span<const simt::SharedVariableInfo> variables, uint64_t address) {
    const auto is_dynamic = [](const simt::SharedVariableInfo& variable) { return variable.bytes == 0; };
    const auto variable = std::ranges::find_if(variables, is_dynamic);
    if (std::ranges::count_if(variables, is_dynamic) != 1 || address < variable->offset) return std::nullopt;
    const auto text = source::read_kernel(result.source, launch.identifier());
    const std::string name(plain_name(variable->name));
    const uint32_t bytes = text ? source::declared_element_bytes(*text, name) : 0;
    if (bytes == 0) return std::nullopt;
    return fmt::format("{}[{}]", name, (address - variable->offset) / bytes);
}

} // namespace

std::optional<uint64_t> value_of_extent(const std::string& text, const source::SharedDeclarations& source,
                                        const RunResult& result) {
    constexpr int max_nesting = 8;
    return value_in(text, source, result.prepared.defines, max_nesting);
}

std::optional<std::string> shared_element(const RunResult& result, size_t launch, uint64_t address) {
    const std::vector<PlannedLaunch>& launches = result.prepared.plan.launches;
    if (launch >= launches.size()) return std::nullopt;
    const simt::Program& program = result.measured->program();
    const auto kernel = program.find_kernel(launches[launch].kernel);
    if (!kernel) return std::nullopt;
    for (const simt::SharedVariableInfo& variable : program.shared_variables(*kernel)) {
        if (address < variable.offset || address - variable.offset >= variable.bytes) continue;
        const std::string name(plain_name(variable.name));
        const std::vector<uint64_t> extents = extents_of(result, name);
        uint64_t elements = 1;
        for (const uint64_t extent : extents) elements *= extent;
        if (extents.empty() || elements == 0 || variable.bytes % elements != 0) return std::nullopt;
        uint64_t rest = (address - variable.offset) / (variable.bytes / elements);
        std::string indices;
        for (size_t k = extents.size(); k-- > 0; rest /= extents[k])
            indices = fmt::format("[{}]{}", rest % extents[k], indices);
        return name + indices;
    }
    return dynamic_element(result, launches[launch], program.shared_variables(*kernel), address);
}

} // namespace warpscope::session
