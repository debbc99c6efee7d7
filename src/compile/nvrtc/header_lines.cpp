#include "compile/nvrtc/header_lines.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace warpscope::compile {
namespace {

struct Place {
    uint32_t file = 0, line = 0, column = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
};

/// Takes a number and the blanks before it off the front of `text`.
std::optional<uint32_t> take_number(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return value;
}

std::optional<Place> take_place(std::string_view& text) {
    const auto file = take_number(text), line = take_number(text), column = take_number(text);
    if (!file || !line || !column) return std::nullopt;
    return Place{*file, *line, *column};
}

/// What follows `directive` on the line; nullopt when the line has another or none.
std::optional<std::string_view> after(std::string_view line, std::string_view directive) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(directive)) return std::nullopt;
    return line.substr(directive.size());
}

template<class Visit>
void each_line(std::string_view text, Visit visit) {
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        visit(text.substr(0, end));
        text.remove_prefix(end);
    }
}

/// Accesses within the library's group functions are not reported; those of its copies are the caller's.
bool is_group_details(std::string_view path) {
    return path.ends_with("/cooperative_groups.h") ||
           (path.find("/cooperative_groups/details/") != std::string_view::npos &&
            path.find("async") == std::string_view::npos);
}

std::string without_column(const std::string& directive) {
    auto rest = after(directive, ".loc");
    const auto place = rest ? take_place(*rest) : std::nullopt;
    return place ? fmt::format("\t.loc\t{} {} 0{}", place->file, place->line, *rest) : directive;
}

std::set<uint32_t> files_that(std::string_view ptx, const std::function<bool(std::string_view)>& are_headers) {
    std::set<uint32_t> files;
    each_line(ptx, [&](std::string_view line) {
        auto rest = after(line, ".file");
        const auto number = rest ? take_number(*rest) : std::nullopt;
        if (!number) return;
        const size_t open = rest->find('"'), close = rest->find('"', open + 1);
        if (close != std::string_view::npos && are_headers(rest->substr(open + 1, close - open - 1)))
            files.insert(*number);
    });
    return files;
}

} // namespace

std::string with_header_lines_at_calls(std::string_view ptx, const std::function<bool(std::string_view)>& is_header) {
    const std::set<uint32_t> headers = files_that(ptx, is_header);
    if (headers.empty()) return std::string(ptx);
    const std::set<uint32_t> details = files_that(ptx, is_group_details);
    // What stands for each place so far: its own directive, or the one of its call. A place that was inlined is called
    // from one whose directive came before.
    std::map<Place, std::string> stand_in;
    std::string out;
    each_line(ptx, [&](std::string_view line) {
        auto rest = after(line, ".loc");
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
