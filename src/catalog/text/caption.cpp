#include "catalog/text/caption.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/parse_real.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {

std::optional<double> plain_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = parse_real(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

Result<std::vector<CaptionPart>> parse_caption(std::string_view text) {
    std::vector<CaptionPart> parts;
    std::string plain;
    for (size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c != '{' && c != '}') {
            plain += c;
        } else if (at + 1 < text.size() && text[at + 1] == c) {
            plain += c;
            ++at;
        } else {
            const size_t end = text.find('}', at);
            if (c == '}' || end == std::string_view::npos)
                return fail(ErrorKind::failed, msg("the caption \"{}\" has an extra '{}'.", text, c));
            std::string_view inner = text.substr(at + 1, end - at - 1);
            constexpr std::string_view condition = "if ";
            const bool is_condition = at == 0 && inner.starts_with(condition);
            if (is_condition) inner.remove_prefix(condition.size());
            parts.push_back({std::exchange(plain, {}), false});
            parts.push_back({std::string(inner), !is_condition, is_condition});
            at = end;
        }
    }
    parts.push_back({plain, false});
    return parts;
}

} // namespace warpscope::catalog
