#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope::compile {

struct PtxPlace {
    uint32_t file = 0, line = 0, column = 0;
    friend auto operator<=>(const PtxPlace&, const PtxPlace&) = default;
};

struct PtxFile {
    uint32_t number = 0;
    std::string_view path;
};

[[nodiscard]] inline std::optional<uint32_t> take_number(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return value;
}

[[nodiscard]] inline std::optional<PtxPlace> take_place(std::string_view& text) {
    const auto file = take_number(text), line = take_number(text), column = take_number(text);
    if (!file || !line || !column) return std::nullopt;
    return PtxPlace{*file, *line, *column};
}

[[nodiscard]] inline std::optional<std::string_view> after_directive(std::string_view line,
                                                                     std::string_view directive) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(directive)) return std::nullopt;
    return line.substr(directive.size());
}

[[nodiscard]] inline std::optional<PtxFile> file_of(std::string_view line) {
    auto rest = after_directive(line, ".file");
    const auto number = rest ? take_number(*rest) : std::nullopt;
    if (!number) return std::nullopt;
    const size_t open = rest->find('"');
    if (open == std::string_view::npos) return std::nullopt;
    const size_t close = rest->find('"', open + 1);
    if (close == std::string_view::npos) return std::nullopt;
    return PtxFile{*number, rest->substr(open + 1, close - open - 1)};
}

template<class Visit>
void each_line(std::string_view text, Visit visit) {
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        visit(text.substr(0, end));
        text.remove_prefix(end);
    }
}

} // namespace warpscope::compile
