#include "export/numbers.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "export/report.hpp"
#include "language/tr.hpp"

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
    for (const char* omitted : {"timing", "parameters", "launches", "findings", "missing_barriers"}) all.erase(omitted);
    std::map<std::string, double> numbers;
    collect(all, "", numbers);
    if (result.output.bytes) {
        const uint64_t hash =
            fnv1a({reinterpret_cast<const char*>(result.output.bytes->data()), result.output.bytes->size()});
        numbers["output.checksum"] = static_cast<double>(hash >> 16); // fits a double
    }
    return numbers;
}

scene::Measured measured_by(const session::RunResult& result) {
    scene::Measured out;
    out.compiler = result.compiled.compiler_name;
    out.numbers = reported_numbers(result);
    std::string ptx = compile::without_folders(result.compiled.ptx);
    out.ptx = scene::checksum_of(ptx);
    if (!result.kernel_checksum.empty() && scene::can_carry(ptx))
        out.given = compile::GivenPtx{std::move(ptx), out.compiler, result.kernel_checksum, result.compiled.instances};
    return out;
}

std::string Reproduced::text() const {
    return same == all ? tr_count(all, "{} number is as saved", "all {} numbers are as saved", all)
                       : tr_format("{} of {} numbers are as saved", same, all);
}

std::string Reproduced::why() const {
    constexpr size_t shown = 4;
    std::vector<std::string> parts;
    for (const Other& other : others) {
        if (parts.size() == shown) {
            parts.push_back(tr_format("and {} more", others.size() - shown));
            break;
        }
        // Translators: a measured number that is not what it was, by its name in the report.
        parts.push_back(other.now ? tr_format("{}: {} instead of {}", other.name, *other.now, other.before)
                                  : tr_format("{}: no longer reported", other.name));
    }
    if (other_ptx && compiler == compiler_before)
        parts.push_back(compiler.empty() ? tr("the PTX differs")
                                         : tr_format("the PTX differs: compiled by {}", compiler));
    else if (other_ptx)
        parts.push_back(tr_format("the PTX differs: {} instead of {}", compiler, compiler_before));
    return fmt::format("{}", fmt::join(parts, "; "));
}

Reproduced compare_numbers(const scene::Measured& saved, const session::RunResult& result) {
    Reproduced out;
    out.all = saved.numbers.size();
    const std::map<std::string, double> now = reported_numbers(result);
    for (const auto& [name, value] : saved.numbers) {
        const auto found = now.find(name);
        if (found == now.end()) {
            out.others.push_back({name, {}, value});
        } else if (found->second == value || (std::isnan(found->second) && std::isnan(value))) {
            ++out.same;
        } else {
            out.others.push_back({name, found->second, value});
        }
    }
    out.other_ptx =
        !saved.ptx.empty() && saved.ptx != scene::checksum_of(compile::without_folders(result.compiled.ptx));
    out.compiler = result.compiled.compiler_name;
    out.compiler_before = saved.compiler;
    out.scenes_ptx = result.has_scenes_ptx;
    return out;
}

} // namespace warpscope::exporting
