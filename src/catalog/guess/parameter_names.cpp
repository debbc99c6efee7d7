#include "catalog/guess/parameter_names.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace warpscope::catalog {
namespace {

/// Returns "imagew" for "imageW", "numrows" for "d_num_rows".
std::string plain(std::string_view name) {
    for (const std::string_view prefix : {"d_", "h_", "g_", "dev_", "c_"})
        if (name.starts_with(prefix) && name.size() > prefix.size()) name.remove_prefix(prefix.size());
    std::string out;
    for (const char c : name)
        if (c != '_') out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return out;
}

struct RangeWord {
    std::string_view word;
    RangePart part;
};
constexpr RangeWord range_words[]{
    {"start", RangePart::first}, {"begin", RangePart::first}, {"end", RangePart::end}, {"stop", RangePart::end}};

const RangeWord* range_word(std::string_view word) {
    const auto* const found = std::ranges::find_if(
        range_words, [&](const RangeWord& one) { return word.starts_with(one.word) || word.ends_with(one.word); });
    return found == std::end(range_words) ? nullptr : found;
}

/// Recognizes data smaller than the input: "maskWidth", "patternLength".
bool names_window(std::string_view word) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"mask", "filter", "kernel", "window", "pattern",
                                                                       "tile", "block", "weight", "stencil"},
                               [&](std::string_view part) { return word.find(part) != std::string_view::npos; });
}

} // namespace

RangePart range_part(std::string_view name) {
    const std::string word = plain(name);
    const RangeWord* const found = range_word(word);
    return found == nullptr ? RangePart::none : found->part;
}

std::string range_stem(std::string_view name) {
    std::string word = plain(name);
    if (const RangeWord* const found = range_word(word); found != nullptr)
        word.erase(word.starts_with(found->word) ? 0 : word.size() - found->word.size(), found->word.size());
    return word;
}

std::optional<CellType> cell_type(std::string_view written) {
    using enum ElementType;
    static const std::map<std::string_view, ElementType> scalars{{"float", f32},
                                                                 {"double", f64},
                                                                 {"half", f16},
                                                                 {"__half", f16},
                                                                 {"__nv_bfloat16", bf16},
                                                                 {"nv_bfloat16", bf16},
                                                                 {"char", s8},
                                                                 {"signed char", s8},
                                                                 {"int8_t", s8},
                                                                 {"unsigned char", u8},
                                                                 {"uint8_t", u8},
                                                                 {"uchar", u8},
                                                                 {"bool", u8},
                                                                 {"short", s16},
                                                                 {"short int", s16},
                                                                 {"int16_t", s16},
                                                                 {"unsigned short", u16},
                                                                 {"unsigned short int", u16},
                                                                 {"uint16_t", u16},
                                                                 {"ushort", u16},
                                                                 {"int", s32},
                                                                 {"signed", s32},
                                                                 {"signed int", s32},
                                                                 {"int32_t", s32},
                                                                 {"unsigned", u32},
                                                                 {"unsigned int", u32},
                                                                 {"uint", u32},
                                                                 {"uint32_t", u32},
                                                                 {"long", s64},
                                                                 {"long int", s64},
                                                                 {"long long", s64},
                                                                 {"long long int", s64},
                                                                 {"int64_t", s64},
                                                                 {"ptrdiff_t", s64},
                                                                 {"size_t", u64},
                                                                 {"unsigned long", u64},
                                                                 {"unsigned long int", u64},
                                                                 {"unsigned long long", u64},
                                                                 {"unsigned long long int", u64},
                                                                 {"uint64_t", u64},
                                                                 {"ulong", u64},
                                                                 {"std::size_t", u64}};
    if (const auto found = scalars.find(written); found != scalars.end()) return CellType{found->second, 1, false};
    static const std::map<std::string_view, ElementType> pairs{
        {"half2", f16},     {"__half2", f16},        {"nv_bfloat162", bf16},  {"__nv_bfloat162", bf16},
        {"cuComplex", f32}, {"cuFloatComplex", f32}, {"cuDoubleComplex", f64}};
    if (const auto found = pairs.find(written); found != pairs.end()) return CellType{found->second, 2, true};
    static const std::map<std::string_view, ElementType> vectors{
        {"float", f32}, {"double", f64}, {"int", s32},    {"uint", u32},     {"char", s8},
        {"uchar", u8},  {"short", s16},  {"ushort", u16}, {"longlong", s64}, {"ulonglong", u64}};
    if (written.empty() || written.back() < '1' || written.back() > '4') return std::nullopt;
    const auto found = vectors.find(written.substr(0, written.size() - 1));
    if (found == vectors.end()) return std::nullopt;
    return CellType{found->second, static_cast<uint32_t>(written.back() - '0'), true};
}

ScalarMeaning meaning_of(std::string_view name) {
    using enum ScalarMeaning;
    static const std::map<std::string_view, ScalarMeaning> known{{"width", width},
                                                                 {"w", width},
                                                                 {"cols", width},
                                                                 {"ncols", width},
                                                                 {"numcols", width},
                                                                 {"columns", width},
                                                                 {"nx", width},
                                                                 {"imagew", width},
                                                                 {"imagewidth", width},
                                                                 {"imgwidth", width},
                                                                 {"sizex", width},
                                                                 {"dimx", width},
                                                                 {"maxx", width},
                                                                 {"xsize", width},
                                                                 {"pitch", width},
                                                                 {"stride", width},
                                                                 {"wid", width},
                                                                 {"meshwidth", width},
                                                                 {"imwidth", width},
                                                                 {"numx", width},
                                                                 {"height", height},
                                                                 {"h", height},
                                                                 {"rows", height},
                                                                 {"nrows", height},
                                                                 {"numrows", height},
                                                                 {"ny", height},
                                                                 {"imageh", height},
                                                                 {"imageheight", height},
                                                                 {"imgheight", height},
                                                                 {"sizey", height},
                                                                 {"dimy", height},
                                                                 {"maxy", height},
                                                                 {"ysize", height},
                                                                 {"meshheight", height},
                                                                 {"imheight", height},
                                                                 {"depth", depth},
                                                                 {"nz", depth},
                                                                 {"sizez", depth},
                                                                 {"dimz", depth},
                                                                 {"zsize", depth},
                                                                 {"maxz", depth},
                                                                 {"numz", depth},
                                                                 {"slices", depth},
                                                                 {"numslices", depth},
                                                                 {"nslices", depth},
                                                                 {"planes", depth},
                                                                 {"numplanes", depth},
                                                                 {"layers", depth},
                                                                 {"numlayers", depth},
                                                                 {"channels", channels},
                                                                 {"nchannels", channels},
                                                                 {"numchannels", channels},
                                                                 {"ch", channels},
                                                                 {"n", count},
                                                                 {"size", count},
                                                                 {"len", count},
                                                                 {"length", count},
                                                                 {"count", count},
                                                                 {"num", count},
                                                                 {"numelements", count},
                                                                 {"nelem", count},
                                                                 {"nelements", count},
                                                                 {"elements", count},
                                                                 {"total", count},
                                                                 {"npixels", count},
                                                                 {"numpixels", count},
                                                                 {"numelem", count},
                                                                 {"arraysize", count},
                                                                 {"datasize", count},
                                                                 {"numitems", count},
                                                                 {"items", count},
                                                                 {"dim", count},
                                                                 {"vecsize", count},
                                                                 {"numels", count},
                                                                 {"nelems", count},
                                                                 {"m", count},
                                                                 {"k", count},
                                                                 {"wa", count},
                                                                 {"wb", count},
                                                                 {"inputlength", count},
                                                                 {"numbodies", count},
                                                                 {"nx2", count},
                                                                 {"lda", count},
                                                                 {"radius", radius},
                                                                 {"r", radius},
                                                                 {"filterradius", radius},
                                                                 {"kernelradius", radius}};
    const std::string word = plain(name);
    if (const auto found = known.find(word); found != known.end()) return found->second;
    static const std::set<std::string_view> counted{"vertices", "nodes",   "edges", "points", "particles",
                                                    "atoms",    "samples", "keys",  "values", "entries"};
    for (const std::string_view prefix : {"num", "n"})
        if (word.starts_with(prefix) && counted.contains(std::string_view(word).substr(prefix.size()))) return count;
    return unknown;
}

NamedExtent split_extent(std::string_view name) {
    using enum ScalarMeaning;
    const std::string word = plain(name);
    if (names_window(word) || names_step(name)) return {};
    constexpr std::pair<std::string_view, ScalarMeaning> suffixes[]{
        {"width", width}, {"columns", width}, {"cols", width}, {"height", height}, {"rows", height}};
    const auto side = [&](std::string_view part) {
        const auto* const found = std::ranges::find(suffixes, part, &std::pair<std::string_view, ScalarMeaning>::first);
        return part == "w" ? width : part == "h" ? height : found == std::end(suffixes) ? unknown : found->second;
    };
    for (const auto& [suffix, meaning] : suffixes)
        if (word.size() > suffix.size() && word.ends_with(suffix))
            return {word.substr(0, word.size() - suffix.size()), meaning};
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (name.size() > 2 && is_lower(name[name.size() - 2]) && (name.ends_with('W') || name.ends_with('H')))
        return {plain(name.substr(0, name.size() - 1)), name.back() == 'W' ? width : height};
    const size_t first = name.find('_'), last = name.rfind('_');
    if (last == std::string_view::npos || last + 1 == name.size()) return {};
    if (const ScalarMeaning before = side(plain(name.substr(0, first))); before != unknown)
        return {plain(name.substr(first)), before};
    if (const ScalarMeaning after = side(plain(name.substr(last))); after != unknown)
        return {plain(name.substr(0, last)), after};
    return {};
}

bool names_length_of(std::string_view name, std::string_view array) {
    const std::string word = plain(name), of = plain(array);
    if (names_window(word)) return false;
    return std::ranges::any_of(std::initializer_list<std::string_view>{"size", "length", "len", "count"},
                               [&](std::string_view suffix) { return word == of + std::string(suffix); }) ||
           word == "num" + of;
}

bool names_size(std::string_view name) {
    const ScalarMeaning meaning = meaning_of(name);
    const bool is_letter = name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z';
    if (is_letter || (meaning != ScalarMeaning::unknown && meaning != ScalarMeaning::radius)) return true;
    const std::string word = plain(name);
    return std::ranges::any_of(std::initializer_list<std::string_view>{"rows", "columns", "cols", "width", "height",
                                                                       "depth", "channels", "length", "count", "size",
                                                                       "stride", "widthstep", "pitch"},
                               [&](std::string_view end) { return word.ends_with(end); });
}

bool names_extent(std::string_view name) {
    const std::string word = plain(name);
    return std::ranges::any_of(std::initializer_list<std::string_view>{"size", "dim", "extent", "resolution", "shape"},
                               [&](std::string_view part) { return word.find(part) != std::string::npos; });
}

bool names_step(std::string_view name) {
    std::string word = plain(name);
    const auto is_step = [&] {
        return std::ranges::any_of(
            std::initializer_list<std::string_view>{"pad", "padding", "stride", "dilation", "dilate"},
            [&](std::string_view part) { return word == part; });
    };
    if (is_step()) return word != "stride";
    if (word.ends_with("h") || word.ends_with("w") || word.ends_with("x") || word.ends_with("y")) word.pop_back();
    return is_step();
}

bool names_pitch(std::string_view name) { return plain(name).find("pitch") != std::string::npos; }

bool names_beginnings(std::string_view name) {
    const std::string word = plain(name);
    return word.find("ptr") != std::string::npos || word.find("offset") != std::string::npos ||
           word.find("begin") != std::string::npos || word.find("start") != std::string::npos;
}

double first_value(std::string_view name, bool floating) {
    const std::string word = plain(name);
    const auto has = [&](std::string_view part) { return word.find(part) != std::string::npos; };
    if (has("offset") || has("begin") || has("start") || word == "time" || (word == "t" && floating)) return 0;
    if (floating && (word == "p" || has("prob") || has("drop") || has("keep"))) return 0.5;
    if (floating && (word.starts_with("beta") || has("momentum"))) return word == "beta" ? 1 : 0.9;
    if (floating && has("eps")) return 1e-5;
    if (word == "cx" || word == "cy" || word == "x0" || word == "y0" || has("center") || has("centre") || has("shift"))
        return 0;
    if (has("thresh")) return floating ? 0.5 : 128;
    if (has("sigma")) return 2;
    if (has("radius")) return 2;
    if (word == "dt" || has("rate")) return 0.1;
    if (floating && (word == "dx" || word == "dy" || word == "dz")) return 0.01; // grid step
    if (has("iter")) return 16;
    if (has("bins")) return 256;
    const bool is_window = names_window(word) && !has("block") && !has("tile");
    if (!floating && word.starts_with("kernel") && (word.ends_with("h") || word.ends_with("w")) && word.size() <= 7)
        return 3;
    if (!floating && (word == "ksize" || word == "kw" || word == "kh" || word.ends_with("kernelsize") ||
                      (word.starts_with("kernel") && word.size() == 7)))
        return 3;
    if (!floating && is_window && (has("width") || has("size") || has("len"))) return 5;
    return 1;
}

} // namespace warpscope::catalog
