#include "sass/resources.hpp"

#include <algorithm>
#include <charconv>

namespace warpscope::sass {
namespace {

std::string_view text_between(std::string_view line, std::string_view before, std::string_view after) {
    const size_t at = line.find(before);
    if (at == std::string_view::npos) return {};
    const size_t end = line.find(after, at + before.size());
    return end == std::string_view::npos ? std::string_view()
                                         : line.substr(at + before.size(), end - at - before.size());
}

/// Reads 40 in "Used 40 registers" for `unit` "registers".
void read_number_before(std::string_view line, std::string_view unit, uint32_t& out) {
    size_t end = line.find(unit);
    if (end == std::string_view::npos) return;
    size_t first = end;
    while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9') --first;
    std::from_chars(line.data() + first, line.data() + end, out);
}

} // namespace

std::map<std::string, Resources, std::less<>> parse_resources(std::string_view log) {
    std::map<std::string, Resources, std::less<>> out;
    std::string entry, function;
    while (!log.empty()) {
        const size_t end = std::min(log.find('\n'), log.size());
        const std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        if (const auto name = text_between(line, "Compiling entry function '", "'"); !name.empty()) entry = name;
        if (const size_t at = line.find("Function properties for "); at != std::string_view::npos)
            function = line.substr(at + std::string_view("Function properties for ").size());
        if (line.find(" bytes stack frame") != std::string_view::npos && !function.empty()) {
            Resources& resources = out[function];
            read_number_before(line, " bytes stack frame", resources.stack_bytes);
            read_number_before(line, " bytes spill stores", resources.spill_store_bytes);
            read_number_before(line, " bytes spill loads", resources.spill_load_bytes);
        }
        if (line.find(" registers") != std::string_view::npos && !entry.empty()) {
            Resources& resources = out[entry];
            read_number_before(line, " registers", resources.registers);
            read_number_before(line, " barriers", resources.barriers);
            read_number_before(line, " bytes smem", resources.shared_bytes);
        }
    }
    return out;
}

} // namespace warpscope::sass
