#include "export/numbers.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "export/report.hpp"

namespace warpscope::exporting {
namespace {

void collect(const nlohmann::ordered_json& json, const std::string& name, std::map<std::string, double>& numbers) {
    if (json.is_number()) {
        numbers[name] = json.get<double>();
        return;
    }
    if (!json.is_object() && !json.is_array()) return;
    for (const auto& [key, value] : json.items()) collect(value, name.empty() ? key : name + "." + key, numbers);
}

} // namespace

std::map<std::string, double> reported_numbers(const session::RunResult& result) {
    if (!result.not_emulated.empty()) return {};
    nlohmann::ordered_json all = report(result);
    for (const char* left_out : {"timing", "parameters", "launches", "findings"}) all.erase(left_out);
    std::map<std::string, double> numbers;
    collect(all, "", numbers);
    if (result.output.bytes) {
        const uint64_t hash =
            fnv1a({reinterpret_cast<const char*>(result.output.bytes->data()), result.output.bytes->size()});
        numbers["output.checksum"] = static_cast<double>(hash >> 16); // as many bits as a double holds
    }
    return numbers;
}

std::string ptx_hash(const session::RunResult& result) { return fmt::format("{:016x}", fnv1a(result.compiled.ptx)); }

std::string Reproduced::text() const { return fmt::format("{} of {} numbers reproduced", same, all); }

std::string Reproduced::why() const {
    constexpr size_t shown = 4;
    std::vector<std::string> parts(others.begin(),
                                   others.begin() + static_cast<ptrdiff_t>(std::min(shown, others.size())));
    if (others.size() > shown) parts.push_back(fmt::format("and {} more", others.size() - shown));
    if (!compiler.empty()) parts.push_back("the PTX is another: " + compiler);
    return fmt::format("{}", fmt::join(parts, "; "));
}

Reproduced compare_numbers(const scene::SavedScene& saved, const session::RunResult& result) {
    Reproduced out;
    out.all = saved.numbers.size();
    const std::map<std::string, double> now = reported_numbers(result);
    for (const auto& [name, value] : saved.numbers) {
        const auto found = now.find(name);
        if (found == now.end()) {
            out.others.push_back(fmt::format("{}: no longer reported", name));
        } else if (found->second == value || (std::isnan(found->second) && std::isnan(value))) {
            ++out.same;
        } else {
            out.others.push_back(fmt::format("{}: {} instead of {}", name, found->second, value));
        }
    }
    if (!saved.ptx.empty() && saved.ptx != ptx_hash(result))
        out.compiler = result.compiled.compiler_name == saved.compiler
                           ? saved.compiler + " made it otherwise"
                           : fmt::format("{} instead of {}", result.compiled.compiler_name, saved.compiler);
    return out;
}

} // namespace warpscope::exporting
