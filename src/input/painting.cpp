#include "input/painting.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "base/parse_real.hpp"

namespace warpscope::input {
namespace {

template<class T>
ValueRange integers() {
    return {static_cast<double>(std::numeric_limits<T>::min()), static_cast<double>(std::numeric_limits<T>::max()),
            true};
}

ValueRange reals(double largest) { return {-largest, largest, false}; }

bool continues(const PaintedRun& run, uint64_t first, const CellValue& value) {
    return run.first + run.count == first && run.value == value;
}

void append(std::vector<PaintedRun>& runs, const PaintedRun& run) {
    if (run.count == 0) return;
    if (!runs.empty() && continues(runs.back(), run.first, run.value))
        runs.back().count += run.count;
    else
        runs.push_back(run);
}

std::vector<PaintedRun> runs_of(std::span<const uint64_t> cells, const CellValue& value) {
    std::vector<PaintedRun> runs;
    for (const uint64_t cell : cells) append(runs, {cell, 1, value});
    return runs;
}

std::vector<PaintedRun> merged(const std::vector<PaintedRun>& under, const std::vector<PaintedRun>& over) {
    std::vector<PaintedRun> all;
    auto next = over.begin();
    for (const PaintedRun& run : under) {
        const uint64_t end = run.first + run.count;
        uint64_t at = all.empty() ? run.first : std::max(run.first, all.back().first + all.back().count);
        for (; next != over.end() && next->first < end; ++next) {
            if (next->first > at) append(all, {at, next->first - at, run.value});
            append(all, *next);
            at = std::max(at, next->first + next->count);
        }
        if (at < end) append(all, {at, end - at, run.value});
    }
    for (; next != over.end(); ++next) append(all, *next);
    return all;
}

template<class T>
bool read_whole_number(std::string_view& text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return true;
}

bool skip(std::string_view& text, char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

bool read_value(std::string_view& text, double& value) {
    const auto [end, error] = parse_real(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return true;
}

} // namespace

Message refusal_to_paint(ElementType type, uint32_t channels) {
    if (type == ElementType::s64 || type == ElementType::u64)
        return msg("Elements of type {} cannot be painted: they may be too large for the brush.", name_of(type));
    const bool is_color = type == ElementType::u8 && (channels == 3 || channels == 4);
    if (channels != 1 && !is_color)
        return msg("Cells of {} elements of type {} cannot be painted: only numbers and colors can.", channels,
                   name_of(type));
    return {};
}

double ValueRange::nearest(double value) const {
    if (std::isnan(value)) return 0;
    const double inside = std::clamp(value, low, high);
    return integer ? std::round(inside) : inside;
}

ValueRange range_of(ElementType type) {
    constexpr double largest_half = 65504, largest_bfloat = 0x1.fep127;
    switch (type) {
    case ElementType::u8: return integers<uint8_t>();
    case ElementType::s8: return integers<int8_t>();
    case ElementType::u16: return integers<uint16_t>();
    case ElementType::s16: return integers<int16_t>();
    case ElementType::u32: return integers<uint32_t>();
    case ElementType::s32: return integers<int32_t>();
    case ElementType::u64: return integers<uint64_t>();
    case ElementType::s64: return integers<int64_t>();
    case ElementType::f16: return reals(largest_half);
    case ElementType::bf16: return reals(largest_bfloat);
    case ElementType::f32: return reals(std::numeric_limits<float>::max());
    case ElementType::f64: return reals(std::numeric_limits<double>::max());
    }
    return {};
}

CellValue converted_value(const CellValue& value, const Painting& from, ElementType type, uint32_t channels) {
    CellValue out = value;
    if (from.channels < 3 && channels >= 3) out = {value[0], value[0], value[0], is_floating(from.type) ? 1.0 : 255.0};
    if (from.channels == 3 && channels == 4) out[3] = is_floating(from.type) ? 1 : 255;
    if (from.channels >= 3 && channels == 1) out = {0.299 * value[0] + 0.587 * value[1] + 0.114 * value[2]};
    const double scale = is_floating(from.type) == is_floating(type) ? 1 : is_floating(type) ? 1 / 255.0 : 255;
    const ValueRange range = range_of(type);
    for (uint32_t channel = 0; channel < max_painted_channels; ++channel)
        out[channel] = channel < channels ? range.nearest(out[channel] * scale) : 0;
    return out;
}

HostBuffer paint(const HostBuffer& buffer, const Painting& painting) {
    const BufferLayout& layout = buffer.layout;
    if (!buffer.bytes || painting.runs.empty() || layout.channels > max_painted_channels) return buffer;
    const uint64_t cells = layout.shape.cells();
    const bool converts = painting.type != layout.type || painting.channels != layout.channels;
    Bytes bytes(*buffer.bytes);
    for (const PaintedRun& run : painting.runs) {
        const CellValue value =
            converts ? converted_value(run.value, painting, layout.type, layout.channels) : run.value;
        for (uint64_t cell = run.first; cell < std::min(run.first + run.count, cells); ++cell)
            for (uint32_t channel = 0; channel < layout.channels; ++channel)
                store_element(bytes.data(), layout.type, cell * layout.channels + channel, value[channel]);
    }
    return {layout, std::make_shared<const Bytes>(std::move(bytes))};
}

std::span<const Painting> Paintings::all() const { return all_ ? std::span(*all_) : std::span<const Painting>(); }

const Painting* Paintings::find(std::string_view buffer) const {
    for (const Painting& painting : all())
        if (painting.buffer == buffer) return &painting;
    return nullptr;
}

uint64_t Paintings::cells() const {
    uint64_t count = 0;
    for (const Painting& painting : all())
        for (const PaintedRun& run : painting.runs) count += run.count;
    return count;
}

std::optional<Paintings> Paintings::with(const Painting& like, std::span<const uint64_t> cells,
                                         const CellValue& value) const {
    Painting painting{like.buffer, like.type, like.channels, {}};
    if (const Painting* before = find(like.buffer)) {
        painting.runs = before->runs;
        if (before->type != like.type || before->channels != like.channels)
            for (PaintedRun& run : painting.runs)
                run.value = converted_value(run.value, *before, like.type, like.channels);
    }
    painting.runs = merged(painting.runs, runs_of(cells, value));
    Paintings made = *this;
    made.set(std::move(painting));
    size_t runs = 0;
    for (const Painting& one : made.all()) runs += one.runs.size();
    if (runs > max_painted_runs) return std::nullopt;
    return made;
}

void Paintings::set(Painting painting) {
    std::vector<Painting> next(all().begin(), all().end());
    std::erase_if(next, [&](const Painting& old) { return old.buffer == painting.buffer; });
    if (!painting.runs.empty()) next.push_back(std::move(painting));
    std::ranges::sort(next, {}, &Painting::buffer);
    all_ = next.empty() ? nullptr : std::make_shared<const std::vector<Painting>>(std::move(next));
}

std::string painting_text(const Painting& painting) {
    std::string text = fmt::format("{}{}{}x{}", painting.buffer, painting.buffer.empty() ? "" : "=",
                                   name_of(painting.type), painting.channels);
    for (const PaintedRun& run : painting.runs) {
        text += fmt::format(":{}", run.first);
        if (run.count > 1) text += fmt::format("+{}", run.count);
        for (uint32_t channel = 0; channel < painting.channels; ++channel)
            text += fmt::format("{}{}", channel == 0 ? '=' : '/', run.value[channel]);
    }
    return text;
}

std::optional<Painting> parse_painting(std::string_view text) {
    Painting painting;
    if (const size_t equals = text.find('='); equals < text.find(':')) {
        painting.buffer = text.substr(0, equals);
        text.remove_prefix(equals + 1);
    }
    const size_t cross = std::min(text.find('x'), text.size());
    const auto type = element_type(text.substr(0, cross));
    text.remove_prefix(cross);
    if (!type || !skip(text, 'x') || !read_whole_number(text, painting.channels)) return std::nullopt;
    painting.type = *type;
    if (!refusal_to_paint(*type, painting.channels).empty()) return std::nullopt;
    constexpr uint64_t max = uint64_t{1} << 40;
    uint64_t end = 0;
    while (!text.empty()) {
        PaintedRun run;
        if (!skip(text, ':') || !read_whole_number(text, run.first)) return std::nullopt;
        if (skip(text, '+') && !read_whole_number(text, run.count)) return std::nullopt;
        if (run.first < end || run.first > max || run.count == 0 || run.count > max) return std::nullopt;
        for (uint32_t channel = 0; channel < painting.channels; ++channel)
            if (!skip(text, channel == 0 ? '=' : '/') || !read_value(text, run.value[channel])) return std::nullopt;
        end = run.first + run.count;
        append(painting.runs, run);
        if (painting.runs.size() > max_painted_runs) return std::nullopt;
    }
    return painting.runs.empty() ? std::nullopt : std::optional(std::move(painting));
}

} // namespace warpscope::input
