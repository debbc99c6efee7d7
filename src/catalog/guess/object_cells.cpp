#include "catalog/guess/object_cells.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "catalog/arguments.hpp"
#include "catalog/guess/parameter_names.hpp"

namespace warpscope::catalog {
namespace {

struct Layout {
    uint64_t bytes = 0, numbers = 0, bytes_of_numbers = 0;
    uint32_t alignment = 1;
    std::set<ElementType> types;

    void place(uint64_t size, uint32_t to, uint64_t count) {
        bytes = (bytes + to - 1) / to * to + size * count;
        alignment = std::max(alignment, to);
    }
};

std::optional<Layout> layout_of(const compile::SourceParameter& object) {
    if (object.members.empty()) return std::nullopt;
    Layout out;
    for (const compile::SourceParameter& member : object.members) {
        if (member.is_pointer || member.is_texture) return std::nullopt;
        if (const auto cell = cell_type(member.type)) {
            const uint32_t one = size_of(cell->type);
            const uint32_t to = cell->is_vector ? vector_alignment(cell->type, cell->channels) : one;
            out.place(uint64_t{one} * cell->channels, to, member.extent);
            out.numbers += uint64_t{cell->channels} * member.extent;
            out.bytes_of_numbers += uint64_t{one} * cell->channels * member.extent;
            out.types.insert(cell->type);
            continue;
        }
        const auto inner = layout_of(member);
        if (!inner) return std::nullopt;
        out.place(inner->bytes, inner->alignment, member.extent);
        out.numbers += inner->numbers * member.extent;
        out.bytes_of_numbers += inner->bytes_of_numbers * member.extent;
        out.types.insert(inner->types.begin(), inner->types.end());
    }
    out.alignment = std::max(out.alignment, object.alignment);
    out.place(0, out.alignment, 1);
    return out;
}

ObjectCells words_of(uint64_t bytes) {
    return bytes % 4 == 0 ? ObjectCells{ElementType::u32, static_cast<uint32_t>(bytes / 4), false}
                          : ObjectCells{ElementType::u8, static_cast<uint32_t>(bytes), false};
}

} // namespace

std::optional<ObjectCells> object_cells(const compile::SourceParameter& parameter) {
    if (parameter.members.empty()) {
        const std::string_view type = parameter.type;
        if (type == "curandStatePhilox4_32_10_t" || type == "curandStatePhilox4_32_10") return words_of(64);
        for (const std::string_view name : {"curandState", "curandState_t", "curandStateXORWOW", "curandStateXORWOW_t"})
            if (type == name) return words_of(48);
        return std::nullopt;
    }
    const auto layout = layout_of(parameter);
    if (!layout) return std::nullopt;
    if (layout->types.size() == 1 && layout->bytes == layout->bytes_of_numbers)
        return ObjectCells{*layout->types.begin(), static_cast<uint32_t>(layout->numbers), true};
    return words_of(layout->bytes);
}

} // namespace warpscope::catalog
