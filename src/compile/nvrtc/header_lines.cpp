#include "compile/nvrtc/header_lines.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "compile/nvrtc/ptx_lines.hpp"

namespace warpscope::compile {
namespace {

/// Recognizes headers of cooperative groups, except asynchronous copies.
bool is_group_details(std::string_view path) {
    return path.ends_with("/cooperative_groups.h") ||
           (path.find("/cooperative_groups/details/") != std::string_view::npos &&
            path.find("async") == std::string_view::npos);
}

std::string without_column(const std::string& directive) {
    auto rest = after_directive(directive, ".loc");
    const auto place = rest ? take_place(*rest) : std::nullopt;
    return place ? fmt::format("\t.loc\t{} {} 0{}", place->file, place->line, *rest) : directive;
}

std::set<uint32_t> files_that(std::string_view ptx, const std::function<bool(std::string_view)>& are_headers) {
    std::set<uint32_t> files;
    each_line(ptx, [&](std::string_view line) {
        const auto file = file_of(line);
        if (file && are_headers(file->path)) files.insert(file->number);
    });
    return files;
}

} // namespace

std::string with_header_lines_at_calls(std::string_view ptx, const std::function<bool(std::string_view)>& is_header) {
    const std::set<uint32_t> headers = files_that(ptx, is_header);
    if (headers.empty()) return std::string(ptx);
    const std::set<uint32_t> details = files_that(ptx, is_group_details);
    // Replacement of each .loc directive: the directive itself or the call's directive.
    std::map<PtxPlace, std::string> stand_in;
    std::string out;
    each_line(ptx, [&](std::string_view line) {
        auto rest = after_directive(line, ".loc");
        const auto own = rest ? take_place(*rest) : std::nullopt;
        if (!own) {
            out += line;
            return;
        }
        std::string text(line);
        if (constexpr std::string_view word = "inlined_at"; headers.contains(own->file))
            if (const size_t at = rest->find(word); at != std::string_view::npos) {
                rest->remove_prefix(at + word.size());
                if (const auto call = take_place(*rest))
                    if (const auto known = stand_in.find(*call); known != stand_in.end())
                        text = details.contains(own->file) ? without_column(known->second) : known->second;
            }
        stand_in[*own] = text;
        out += text;
    });
    return out;
}

} // namespace warpscope::compile
