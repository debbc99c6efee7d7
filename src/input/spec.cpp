#include <array>
#include <charconv>
#include <fmt/format.h>

#include "input/input.hpp"

namespace warpscope::input {
namespace {

constexpr std::string_view painting_mark = ",paint=";
constexpr std::array<std::string_view, 5> pattern_names{"gradient", "checkerboard", "noise", "index", "impulse"};
Message spec_hint() {
    return msg(
        "write PATTERN:WIDTHxHEIGHT[xDEPTH][,seed=N] with gradient, checkerboard, noise, index or impulse, for example "
        "gradient:640x480, or the path of a PNG, JPEG or BMP file");
}

std::optional<Pattern> pattern_named(std::string_view name) {
    for (size_t i = 0; i < pattern_names.size(); ++i)
        if (pattern_names[i] == name) return static_cast<Pattern>(i);
    return std::nullopt;
}

template<class T>
std::optional<T> number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

tl::unexpected<Diagnostic> misuse(Message message) { return fail(ErrorKind::usage, std::move(message), spec_hint()); }

Result<Shape> parse_shape(std::string_view text) {
    std::array<uint32_t, 3> extents{1, 1, 1};
    size_t count = 0;
    std::string_view rest = text;
    for (;; ++count) {
        const size_t cross = rest.find('x');
        const auto extent = number<uint32_t>(rest.substr(0, cross));
        if (count == 3 || !extent || *extent == 0)
            return misuse(msg("'{}' is not a size: one to three whole numbers from 1 with 'x' between.", text));
        extents[count] = *extent;
        if (cross == std::string_view::npos) break;
        rest.remove_prefix(cross + 1);
    }
    const Shape shape{extents[0], extents[1], extents[2]};
    const bool too_long = count == 0 ? shape.width > max_cells
                                     : shape.width > max_side || shape.height > max_side || shape.depth > max_side;
    if (too_long)
        return fail(ErrorKind::usage, msg("A grid of {} is too large: at most {} cells per side.", text,
                                          count == 0 ? max_cells : max_side));
    if (shape.cells() > max_cells)
        return fail(ErrorKind::usage,
                    msg("A grid of {} has {} cells; at most {} are allowed.", text, shape.cells(), max_cells));
    return shape;
}

std::optional<Paintings> parse_paintings(std::string_view rest) {
    Paintings paintings;
    while (!rest.empty()) {
        rest.remove_prefix(painting_mark.size());
        const size_t end = std::min(rest.find(painting_mark), rest.size());
        auto painting = parse_painting(rest.substr(0, end));
        if (!painting) return std::nullopt;
        paintings.set(std::move(*painting));
        rest.remove_prefix(end);
    }
    return paintings;
}

} // namespace

std::string_view name_of(Pattern pattern) { return pattern_names[static_cast<size_t>(pattern)]; }

InputSpec InputSpec::without_painting() const {
    InputSpec out = *this;
    out.painting = {};
    return out;
}

std::string InputSpec::text() const {
    if (!painting.empty()) {
        std::string out = without_painting().text();
        for (const Painting& one : painting.all()) out += fmt::format("{}{}", painting_mark, painting_text(one));
        return out;
    }
    if (is_file()) return file;
    std::string out = fmt::format("{}:{}", name_of(pattern), shape.width);
    if (shape.height != 1 || shape.depth != 1) out += fmt::format("x{}", shape.height);
    if (shape.depth != 1) out += fmt::format("x{}", shape.depth);
    if (seed != InputSpec{}.seed) out += fmt::format(",seed={}", seed);
    return out;
}

Result<InputSpec> parse_spec(std::string_view text) {
    if (text.empty()) return misuse(msg("The input is empty."));
    InputSpec spec;
    std::error_code ignored;
    const size_t mark = text.find(painting_mark);
    if (mark != std::string_view::npos && mark > 0 && !std::filesystem::exists(std::filesystem::path(text), ignored))
        if (auto painting = parse_paintings(text.substr(mark))) {
            auto base = parse_spec(text.substr(0, mark));
            if (base) base->painting = std::move(*painting);
            return base;
        }
    const size_t colon = text.find(':');
    const auto pattern = pattern_named(text.substr(0, colon));
    if (!pattern || colon == std::string_view::npos) {
        std::error_code error;
        const bool exists = std::filesystem::exists(std::filesystem::path(text), error);
        if (pattern && !exists) return misuse(msg("The pattern '{}' needs a size.", text));
        if (colon != std::string_view::npos && !exists)
            return misuse(msg("'{}' is neither a pattern nor an existing file.", text));
        spec.file = text;
        return spec;
    }
    spec.pattern = *pattern;
    std::string_view rest = text.substr(colon + 1);
    const size_t comma = rest.find(',');
    const auto shape = parse_shape(rest.substr(0, comma));
    if (!shape) return tl::unexpected(shape.error());
    spec.shape = *shape;
    if (comma == std::string_view::npos) return spec;
    const std::string_view option = rest.substr(comma + 1);
    const auto seed = option.starts_with("seed=") ? number<uint64_t>(option.substr(5)) : std::nullopt;
    if (!seed) return misuse(msg("'{}' is not understood: after the size only seed=N may follow.", option));
    spec.seed = *seed;
    return spec;
}

} // namespace warpscope::input
