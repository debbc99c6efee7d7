#include "runtime/unwritten_report.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

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

struct Gaps {
    uint64_t bytes = 0;
    uint64_t first = 0; // offset of the first gap in the allocation
    uint64_t all = 0;   // bytes of the region without padding

    [[nodiscard]] bool are_all() const { return bytes == all; }
};

struct GapElements {
    uint64_t count = 0, all = 0, first = 0;
    bool are_elements = false; // otherwise bytes
};

GapElements in_elements(const Gaps& gaps, const Allocated& in) {
    const uint64_t element = bytes_of(in.writer.element);
    const bool is_whole = element != 0 && (gaps.bytes | gaps.first | gaps.all) % element == 0;
    const uint64_t unit = is_whole ? element : 1;
    return {gaps.bytes / unit, gaps.all / unit, gaps.first / unit, is_whole};
}

/// Programs may use memory with some unwritten elements.
const char* severity(const Gaps& gaps) { return gaps.are_all() ? "error" : "note"; }

Message with_writer(const Message& text, const Allocated& in) {
    if (in.writer.kernel.empty()) return text;
    return msg("{}. The last kernel that could write it is {}", text, in.writer.kernel);
}

class Counter {
public:
    Counter(metrics::WrittenBytes& written, const Allocated& in)
        : written_(written)
        , in_(in) {}

    void add_row(uint64_t address, uint64_t bytes) {
        for (uint64_t end = address + bytes; address < end;) {
            const uint64_t step = std::min<uint64_t>(4096 - address % 4096, end - address);
            if (in_.pitch == 0 && written_.all(in_.index, address, static_cast<uint32_t>(step)))
                gaps_.all += step;
            else
                add_bytes(address, step);
            address += step;
        }
    }
    [[nodiscard]] const Gaps& gaps() const { return gaps_; }

private:
    void add_bytes(uint64_t address, uint64_t bytes) {
        for (uint64_t at = address; at < address + bytes; ++at) {
            const uint64_t offset = at - in_.begin;
            if (in_.pitch != 0 && offset % in_.pitch >= in_.row_bytes) continue;
            ++gaps_.all;
            if (written_.all(in_.index, at, 1)) continue;
            if (gaps_.bytes++ == 0) gaps_.first = offset;
        }
    }

    metrics::WrittenBytes& written_;
    const Allocated& in_;
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
    const Gaps& gaps = counter.gaps();
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
    gaps.first = address - in.begin;
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
