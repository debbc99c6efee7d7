#include "simt/matrix/fragment.hpp"

#include <charconv>

namespace warpscope::simt {
namespace {

constexpr uint8_t block = 8;

void add_parts(Fragment& fragment, bool in_pairs) {
    const auto step = static_cast<uint8_t>(fragment.pair() * lanes_per_line);
    const uint8_t lines_at_once = in_pairs ? 2 * block : block;
    for (uint8_t line = 0; line < fragment.lines; line = static_cast<uint8_t>(line + lines_at_once))
        for (uint8_t place = 0; place < fragment.places; place = static_cast<uint8_t>(place + step)) {
            fragment.parts[fragment.count++] = {line, place};
            if (in_pairs) fragment.parts[fragment.count++] = {static_cast<uint8_t>(line + block), place};
        }
}

} // namespace

std::optional<MatrixShape> shape_from_name(std::string_view name) {
    MatrixShape shape;
    const char* at = name.data();
    const char* const end = at + name.size();
    for (const auto& [letter, size] :
         {std::pair('m', &shape.rows), std::pair('n', &shape.columns), std::pair('k', &shape.depth)}) {
        if (at == end || *at++ != letter) return std::nullopt;
        const auto [stop, error] = std::from_chars(at, end, *size);
        if (error != std::errc{}) return std::nullopt;
        at = stop;
    }
    return at == end ? std::optional(shape) : std::nullopt;
}

Fragment fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element) {
    // If `a` has eight rows, hardware computes the transposed product: rows and columns change places.
    const bool swapped = shape.rows == block;
    Fragment fragment;
    fragment.element = element;
    switch (role) {
    case MatrixRole::a:
        fragment.lines = shape.rows;
        fragment.places = shape.depth;
        break;
    case MatrixRole::b:
        fragment.lines = shape.columns;
        fragment.places = shape.depth;
        fragment.lines_are_rows = false;
        break;
    case MatrixRole::c:
        fragment.lines = swapped ? shape.columns : shape.rows;
        fragment.places = swapped ? shape.rows : shape.columns;
        fragment.lines_are_rows = !swapped;
        break;
    }
    add_parts(fragment, role == MatrixRole::c || (role == MatrixRole::b) == swapped);
    return fragment;
}

Fragment wmma_fragment_of(MatrixRole role, MatrixShape shape, MatrixElement element) {
    Fragment fragment = fragment_of(role, shape, element);
    if (role != MatrixRole::c && element == MatrixElement::f16)
        fragment.copies = static_cast<uint8_t>(max_fragment_registers / fragment.count);
    return fragment;
}

} // namespace warpscope::simt
