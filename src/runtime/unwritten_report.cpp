#include "runtime/unwritten_report.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::runtime {
namespace {

/// Returns "float const*" and "int" for "scale(float const*, int)".
std::vector<std::string_view> parameter_types(std::string_view kernel) {
    if (!kernel.ends_with(')')) return {};
    size_t begin = kernel.size() - 1;
    for (int depth = 1; depth > 0 && begin > 0;) {
        --begin;
        depth += kernel[begin] == ')' ? 1 : kernel[begin] == '(' ? -1 : 0;
    }
    std::vector<std::string_view> types;
    int depth = 0;
    for (size_t at = begin + 1, first = at; at < kernel.size(); ++at) {
        const char c = kernel[at];
        const bool ends = depth == 0 && (c == ',' || at + 1 == kernel.size());
        if (c == '(' || c == '<') ++depth;
        if (c == ')' || c == '>') --depth;
        if (!ends) continue;
        if (at > first) types.push_back(kernel.substr(first, at - first));
        first = at + 2;
    }
    return types;
}

uint64_t bytes_of(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, uint64_t>, 12> known{{{"float", 4},
                                                                           {"double", 8},
                                                                           {"int", 4},
                                                                           {"unsigned int", 4},
                                                                           {"long", 8},
                                                                           {"unsigned long", 8},
                                                                           {"long long", 8},
                                                                           {"unsigned long long", 8},
                                                                           {"short", 2},
                                                                           {"unsigned short", 2},
                                                                           {"float2", 8},
                                                                           {"float4", 16}}};
    const auto* const found = std::ranges::find(known, type, &std::pair<std::string_view, uint64_t>::first);
    return found == known.end() ? 0 : found->second;
}

bool is_built_in(std::string_view type) {
    constexpr std::array others{"bool", "char", "signed char", "unsigned char", "__half"};
    constexpr std::array vectors{"char", "uchar", "short",    "ushort",    "int",   "uint",
                                 "long", "ulong", "longlong", "ulonglong", "float", "double"};
    if (bytes_of(type) != 0 || std::ranges::find(others, type) != others.end()) return true;
    const bool is_counted = !type.empty() && type.back() >= '1' && type.back() <= '4';
    return is_counted && std::ranges::find(vectors, type.substr(0, type.size() - 1)) != vectors.end();
}

struct Gaps {
    uint64_t bytes = 0;
    uint64_t first = 0;   // offset of the first gap in the allocation
    uint64_t all = 0;     // bytes of the region without padding
    uint64_t element = 0; // bytes of an element with padding, or 0

    [[nodiscard]] bool are_all() const { return bytes == all; }
};

struct GapElements {
    uint64_t count = 0, all = 0, first = 0;
    bool are_elements = false; // otherwise bytes
};

GapElements in_elements(const Gaps& gaps, const Allocated& in) {
    const uint64_t element = gaps.element != 0 ? gaps.element : bytes_of(in.writer.element);
    const bool is_whole =
        element != 0 && gaps.bytes % element == 0 && gaps.all % element == 0 && gaps.first % element == 0;
    const uint64_t unit = is_whole ? element : 1;
    return {gaps.bytes / unit, gaps.all / unit, gaps.first / unit, is_whole};
}

const char* severity(const Gaps& gaps) { return gaps.are_all() ? "error" : "note"; }

Message with_writer(const Message& text, const Allocated& in) {
    if (in.writer.kernel.empty()) return text;
    return msg("{}. The last kernel that could write it is {}", text, in.writer.kernel);
}

using Marks = std::span<const uint8_t>; // nonzero for written bytes

bool any_written(Marks marks) {
    return std::ranges::any_of(marks, [](uint8_t mark) { return mark != 0; });
}

/// Returns the alignment of the largest possible member.
uint64_t possible_alignment(Marks element) {
    for (uint64_t alignment = 8; alignment > 1; alignment /= 2) {
        if (element.size() % alignment != 0) continue;
        for (uint64_t at = 0; at < element.size(); at += alignment)
            if (!std::ranges::count(element.subspan(at, alignment), 0)) return alignment;
    }
    return 1;
}

bool has_only_padding(Marks element) {
    const uint64_t alignment = possible_alignment(element);
    for (uint64_t at = 0, begin = 0; at < element.size(); begin = ++at) {
        while (at < element.size() && element[at] == 0) ++at;
        const uint64_t bytes = at - begin;
        if (bytes >= alignment || (bytes != 0 && at % std::bit_ceil(bytes + 1) != 0)) return false;
    }
    return true;
}

/// Returns whether each element has the same padding or no written byte.
bool has_elements_of(uint64_t bytes, Marks marks) {
    if (bytes < 2 || marks.size() % bytes != 0) return false;
    Marks first;
    uint64_t same = 0;
    for (uint64_t at = 0; at < marks.size(); at += bytes) {
        const Marks element = marks.subspan(at, bytes);
        if (!any_written(element)) continue;
        if (first.empty()) first = element;
        if (!std::ranges::equal(element, first)) return false;
        ++same;
    }
    return !first.empty() && (same > 1 || marks.size() == bytes) && has_only_padding(first);
}

/// Returns the size of structures whose padding is unwritten, or 0.
uint64_t element_with_padding(Marks marks, const std::string& type) {
    constexpr size_t max_gaps = 32;
    constexpr uint64_t max_single = 512;
    if (is_built_in(type)) return 0;
    std::vector<uint64_t> gaps;
    for (uint64_t at = 1; at < marks.size() && gaps.size() <= max_gaps; ++at)
        if (marks[at] == 0 && marks[at - 1] != 0) gaps.push_back(at);
    for (size_t k = 1; k < gaps.size(); ++k)
        if (has_elements_of(gaps[k] - gaps[0], marks)) return gaps[k] - gaps[0];
    return !type.empty() && marks.size() <= max_single && has_elements_of(marks.size(), marks) ? marks.size() : 0;
}

class Counter {
public:
    Counter(metrics::WrittenBytes& written, const Allocated& in)
        : written_(written)
        , in_(in) {}

    void add_row(uint64_t address, uint64_t bytes) {
        rows_.emplace_back(address, bytes);
        for (uint64_t end = address + bytes; address < end;) {
            const uint64_t step = std::min<uint64_t>(host_page - address % host_page, end - address);
            if (in_.pitch == 0 && written_.all(in_.index, address, static_cast<uint32_t>(step)))
                gaps_.all += step;
            else
                add_bytes(address, step);
            address += step;
        }
    }
    /// Omits the padding of structures.
    [[nodiscard]] Gaps gaps() const {
        constexpr uint64_t max_bytes = uint64_t{64} << 20;
        if (gaps_.bytes == 0 || gaps_.are_all() || gaps_.all > max_bytes || is_built_in(in_.writer.element))
            return gaps_;
        std::vector<uint8_t> marks;
        for (const auto& [address, bytes] : rows_)
            for (uint64_t at = address; at < address + bytes; ++at)
                if (!is_row_padding(at)) marks.push_back(written_.all(in_.index, at, 1) ? 1 : 0);
        const uint64_t element = element_with_padding(marks, in_.writer.element);
        if (element == 0) return gaps_;
        Gaps out{0, 0, gaps_.all, element};
        for (uint64_t at = 0; at < marks.size(); at += element) {
            if (any_written(Marks(marks).subspan(at, element))) continue;
            if (out.bytes == 0) out.first = rows_.front().first - in_.begin + at;
            out.bytes += element;
        }
        return out;
    }

private:
    [[nodiscard]] bool is_row_padding(uint64_t address) const {
        return in_.pitch != 0 && (address - in_.begin) % in_.pitch >= in_.row_bytes;
    }
    void add_bytes(uint64_t address, uint64_t bytes) {
        for (uint64_t at = address; at < address + bytes; ++at) {
            if (is_row_padding(at)) continue;
            ++gaps_.all;
            if (written_.all(in_.index, at, 1)) continue;
            if (gaps_.bytes++ == 0) gaps_.first = at - in_.begin;
        }
    }

    metrics::WrittenBytes& written_;
    const Allocated& in_;
    std::vector<std::pair<uint64_t, uint64_t>> rows_; // address and bytes
    Gaps gaps_;
};

} // namespace

void note_writer(Context& context, const Kernel& kernel, const std::vector<std::byte>& parameters) {
    const auto& layout = kernel.program->parameters(kernel.index);
    const std::vector<std::string_view> types = parameter_types(kernel.name);
    for (size_t k = 0; k < layout.size(); ++k) {
        uint64_t value = 0;
        if (layout[k].bytes != sizeof value) continue;
        const std::string_view type = types.size() == layout.size() ? types[k] : std::string_view();
        if (type.ends_with("const*")) continue;
        std::memcpy(&value, parameters.data() + layout[k].offset, sizeof value);
        if (context.allocations().covers(value))
            context.allocations().note_writer(value, {kernel.name, std::string(type.substr(0, type.rfind('*')))});
    }
}

void report_unwritten(Context& context, const char* call, const Allocated& in, const Region& region,
                      const RegionSize& size) {
    metrics::WrittenBytes* const written = context.allocations().written().get();
    if (written == nullptr || !written->tracks(in.index)) return;
    Counter counter(*written, in);
    for (uint64_t z = 0; z < size.depth; ++z)
        for (uint64_t y = 0; y < size.height; ++y)
            counter.add_row(region.address + z * region.layer + y * region.pitch, size.width);
    const Gaps gaps = counter.gaps();
    if (gaps.bytes == 0) return;
    const auto [count, all, first, by_elements] = in_elements(gaps, in);
    const Message name = warpscope::quoted(context.allocations().name_of(in));
    const Message text =
        gaps.are_all() ? by_elements
                             ? msg("none of the {} elements copied from {} to the host was ever written", all, name)
                             : msg("none of the {} bytes copied from {} to the host was ever written", all, name)
        : by_elements
            ? msg("{} of the {} elements copied from {} to the host were never written; the first is element {}", count,
                  all, name, first)
            : msg("{} of the {} bytes copied from {} to the host were never written; the first is byte {}", count, all,
                  name, first);
    context.report({"unwritten_copy", severity(gaps), with_writer(msg("{}: {}", call, text), in), {}});
}

void report_unwritten_read(Context& context, const Allocated& in, uint64_t address, Frames frames) {
    Counter counter(*context.allocations().written(), in);
    counter.add_row(in.begin, in.bytes);
    Gaps gaps = counter.gaps();
    if (gaps.bytes == 0) return;
    gaps.first = address - in.begin;
    if (gaps.element != 0) gaps.first -= gaps.first % gaps.element;
    const auto [count, all, first, by_elements] = in_elements(gaps, in);
    const Message name = warpscope::quoted(context.allocations().name_of(in));
    const Message text =
        gaps.are_all() ? by_elements ? msg("the host reads {}, but none of its {} elements was ever written", name, all)
                                     : msg("the host reads {}, but none of its {} bytes was ever written", name, all)
        : by_elements
            ? msg("the host reads element {} of {}, which was never written. This is true for {} of its {} elements",
                  first, name, count, all)
            : msg("the host reads byte {} of {}, which was never written. This is true for {} of its {} bytes", first,
                  name, count, all);
    context.report({"unwritten_read", severity(gaps), with_writer(text, in), std::move(frames)});
}

} // namespace warpscope::runtime
