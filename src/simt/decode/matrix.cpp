// Fragment accesses make the same requests as ptxas's code for sm_80 and sm_90.
#include <algorithm>

#include "ptx/analysis/operands.hpp"
#include "simt/decode/decoder.hpp"
#include "simt/divergence/warp_collective.hpp"
#include "simt/matrix/fragment.hpp"

namespace warpscope::simt {

using ptx::Opcode;
using ptx::Space;
using ptx::Type;

namespace {

using Words = std::vector<std::string>;

constexpr MatrixShape wmma_shapes[]{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}, tf32_shape{16, 16, 8};

std::optional<MatrixElement> element_of(Type type) {
    switch (type) {
    case Type::f16: return MatrixElement::f16;
    case Type::bf16: return MatrixElement::bf16;
    case Type::tf32: return MatrixElement::tf32;
    case Type::f32: return MatrixElement::f32;
    default: return std::nullopt;
    }
}

bool is_wmma_shape(MatrixShape shape, MatrixElement factor) {
    if (factor == MatrixElement::tf32) return shape == tf32_shape;
    return std::ranges::find(wmma_shapes, shape) != std::end(wmma_shapes);
}

/// Does not need the factors' type, because the shape determines it.
bool is_wmma_sum(MatrixShape shape, MatrixElement element) {
    if (element == MatrixElement::f32) return shape == tf32_shape || is_wmma_shape(shape, MatrixElement::f16);
    return element == MatrixElement::f16 && is_wmma_shape(shape, MatrixElement::f16);
}

bool is_mma_shape(MatrixShape shape, MatrixElement factor) {
    if (shape.rows != 16 || shape.columns != 8) return false;
    if (factor == MatrixElement::tf32) return shape.depth == 4 || shape.depth == 8;
    return shape.depth == 8 || shape.depth == 16;
}

Message matrix_form_error(const Words& words, const std::vector<Type>& types) {
    const auto has = [&](std::string_view begin) {
        return std::ranges::any_of(words, [&](const std::string& word) { return word.starts_with(begin); });
    };
    if (has("sp")) return msg("sparse matrices are not emulated");
    if (has("kind::") || has("block_scale") || has("e2m") || has("e3m") || has("e4m3") || has("e5m2"))
        return msg("matrices of 8-bit floating-point numbers and smaller ones are not emulated");
    if (has("b1") || has("s4") || has("u4") || has("xor") || has("and"))
        return msg("matrices of integers are not emulated");
    for (const Type type : types) {
        if (type == Type::f64) return msg("matrices of f64 are not emulated");
        if (type == Type::s32 || type == Type::s8 || type == Type::u8 || type == Type::b8)
            return msg("matrices of integers are not emulated");
    }
    return msg("only f16, bf16 and tf32 in the shapes of docs/PTX.md are supported");
}

void set_address(MatrixAddresses& addresses, uint32_t lane, uint32_t line, uint32_t place, bool lines_are_stored) {
    addresses.outer[lane] = static_cast<uint8_t>(lines_are_stored ? line : place);
    addresses.inner[lane] = static_cast<uint8_t>(lines_are_stored ? place : line);
}

} // namespace

uint32_t matrix_operations_of(const ptx::Instruction& in) {
    if (in.opcode != Opcode::mma && in.opcode != Opcode::wmma) return 0;
    const Words& words = in.modifiers.unknown;
    if (in.opcode == Opcode::wmma && (words.empty() || words.front() != "mma")) return 0;
    for (const std::string& word : words)
        if (const auto shape = shape_from_name(word))
            return 2u * shape->rows * shape->columns * shape->depth / warp_size;
    return 0;
}

std::optional<MatrixProduct::Operand> FunctionDecoder::fragment_slots(const Operand& operand, const Fragment& fragment,
                                                                      bool written) {
    const auto elements = ptx::elements_of(operand);
    if (elements.size() != fragment.registers()) return std::nullopt;
    MatrixProduct::Operand found{fragment, {}};
    for (size_t k = 0; k < elements.size(); ++k) {
        const auto* const reg = std::get_if<ptx::Register>(&elements[k].value);
        if (reg != nullptr && register_bytes(*reg) != 4) return std::nullopt;
        found.slots[k] = written ? destination(elements[k], Type::b32).slot : source(elements[k], Type::b32);
    }
    return found;
}

void FunctionDecoder::wait_for_warp() {
    const uint32_t whole = constant_bits(4, all_lanes);
    emit(matrix_sync());
    Inst& more = emit(matrix_sync());
    more.a = 1;
    more.b = whole;
    more.aux = no_value;
}

void FunctionDecoder::decode_matrix(const Instruction& in) {
    const bool whole = in.modifiers.sync && in.modifiers.aligned;
    const Words& words = in.modifiers.unknown;
    if (whole && in.opcode == Opcode::wmma && !words.empty()) {
        if (words.front() == "load" || words.front() == "store") return decode_fragment_access(in);
        if (words.front() == "mma") return decode_product(in);
    }
    if (whole && in.opcode == Opcode::mma) return decode_product(in);
    if (whole && in.opcode == Opcode::ldmatrix) return decode_load_rows(in);
    if (whole && in.opcode == Opcode::movmatrix && words == Words{"m8n8", "trans"}) {
        wait_for_warp();
        const uint32_t from = source(in.operands[1], Type::b32);
        const Destination d = destination(in.operands[0], Type::b32);
        Inst& inst = emit(matrix_transpose());
        inst.d = d.slot;
        inst.a = from;
        return finish(d);
    }
    unsupported(in);
}

void FunctionDecoder::decode_product(const Instruction& in) {
    const Words& words = in.modifiers.unknown;
    const std::vector<Type>& types = in.modifiers.types;
    const bool wmma = in.opcode == Opcode::wmma;
    const auto refuse = [&] { unsupported(in, matrix_form_error(words, types)); };
    // Words: {"mma", layout of a, layout of b, shape} or {shape, layout of a, layout of b}.
    const auto is_layout = [](const std::string& word) { return word == "row" || word == "col"; };
    if (words.size() != (wmma ? 4u : 3u) || !is_layout(words[1]) || !is_layout(words[2])) return refuse();
    const auto shape = shape_from_name(words[wmma ? 3 : 0]);
    if (!shape || (types.size() != 4 && (!wmma || types.size() != 2)) || in.modifiers.satfinite) return refuse();
    const auto of_d = element_of(types.front()), of_c = element_of(types.back());
    const auto of_a = types.size() == 2 ? MatrixElement::f16 : element_of(types[1]);
    if (!of_a || !of_c || !of_d || (types.size() == 4 && types[1] != types[2])) return refuse();
    const auto is_sum = [&](MatrixElement element) {
        return element == MatrixElement::f32 || (element == MatrixElement::f16 && of_a == MatrixElement::f16);
    };
    const bool known = wmma ? is_wmma_shape(*shape, *of_a) && (types.size() == 2) == (of_a == MatrixElement::f16)
                            : is_mma_shape(*shape, *of_a) && words[1] == "row" && words[2] == "col" && of_c == of_d;
    if (!known || of_a == MatrixElement::f32 || !is_sum(*of_c) || !is_sum(*of_d) || in.operands.size() != 4)
        return refuse();
    const auto fragment = wmma ? wmma_fragment_of : fragment_of;
    MatrixProduct product;
    product.rows = shape->rows;
    product.columns = shape->columns;
    product.depth = shape->depth;
    // ptxas uses instructions of half the depth for wmma of tf32.
    product.step = wmma && of_a == MatrixElement::tf32 ? shape->depth / 2 : shape->depth;
    const auto a = fragment_slots(in.operands[1], fragment(MatrixRole::a, *shape, *of_a), false);
    const auto b = fragment_slots(in.operands[2], fragment(MatrixRole::b, *shape, *of_a), false);
    const auto c = fragment_slots(in.operands[3], fragment(MatrixRole::c, *shape, *of_c), false);
    const auto d = fragment_slots(in.operands[0], fragment(MatrixRole::c, *shape, *of_d), true);
    if (!a || !b || !c || !d) return unsupported(in, msg("its registers"));
    product.a = *a;
    product.b = *b;
    product.c = *c;
    product.d = *d;
    wait_for_warp();
    emit(matrix_product()).aux = static_cast<uint32_t>(out_.matrix_products.size());
    out_.matrix_products.push_back(product);
}

uint32_t FunctionDecoder::fragment_address(const MatrixAddresses& addresses, const AddressSlot& base, uint32_t stride) {
    const uint32_t to = temporary(8);
    Inst& inst = emit(matrix_addresses());
    inst.d = to;
    inst.a = base.slot;
    inst.b = static_cast<uint32_t>(base.offset);
    inst.c = stride;
    inst.aux = static_cast<uint32_t>(out_.matrix_addresses.size());
    out_.matrix_addresses.push_back(addresses);
    return to;
}

bool FunctionDecoder::access_words(Space space, uint32_t address, std::span<const uint32_t> values, bool store) {
    const auto elements = static_cast<uint8_t>(values.size());
    const MemoryHandler found = find_memory({space, Type::b32, 4, elements, store, true, false});
    if (found.handler == nullptr) return false;
    MemorySite site;
    site.space = space;
    site.elements = elements;
    site.bytes = 4u * elements;
    site.ops = found.ops;
    std::ranges::copy(values, site.values);
    Inst& inst = emit(found.handler);
    inst.d = site.values[0];
    inst.a = address;
    inst.c = kept_shapes;
    keep_site(inst, site);
    return true;
}

void FunctionDecoder::load_rows(Space space, uint32_t address, uint32_t offset, std::span<const uint32_t> values,
                                bool transposed) {
    MemorySite site;
    site.space = space;
    site.elements = static_cast<uint8_t>(values.size());
    site.bytes = 16;
    std::ranges::copy(values, site.values);
    Inst& inst = emit(matrix_load_rows());
    inst.a = address;
    inst.b = offset;
    inst.c = transposed ? 1 : 0;
    keep_site(inst, site);
}

/// Uses ldmatrix for `a` and `b` in shared memory. If the pairs of other 16-bit fragments are not adjacent in memory,
/// accesses the transposed tile and transposes it between lanes.
void FunctionDecoder::decode_fragment_access(const Instruction& in) {
    const Words& words = in.modifiers.unknown; // {"load", role, layout, shape}
    const std::vector<Type>& types = in.modifiers.types;
    const bool store = words.front() == "store";
    const auto refuse = [&] { unsupported(in, matrix_form_error(words, types)); };
    if (words.size() != 4 || types.size() != 1 || (words[2] != "row" && words[2] != "col")) return refuse();
    const auto shape = shape_from_name(words[3]);
    const auto element = element_of(types[0]);
    const bool sum = words[1] == (store ? "d" : "c");
    if (!shape || !element || (!sum && (store || (words[1] != "a" && words[1] != "b")))) return refuse();
    if (sum ? !is_wmma_sum(*shape, *element) : element == MatrixElement::f32 || !is_wmma_shape(*shape, *element))
        return refuse();
    const MatrixRole role = sum ? MatrixRole::c : words[1] == "a" ? MatrixRole::a : MatrixRole::b;
    const Space space = in.modifiers.space;
    const auto* const place = std::get_if<ptx::Address>(&in.operands[store ? 0 : 1].value);
    auto where = place == nullptr ? std::nullopt : address(*place);
    if (!where || (space != Space::generic && space != Space::global && space != Space::shared))
        return unsupported(in, msg("its address"));
    if (!where->wide) where->slot = resized(where->slot, 4, 8, false);

    const Fragment fragment = wmma_fragment_of(role, *shape, *element);
    const bool along_lines = fragment.lines_are_rows == (words[2] == "row");
    const uint32_t stride = in.operands.size() > 2 ? source(in.operands[2], Type::u32)
                                                   : constant_bits(4, along_lines ? fragment.places : fragment.lines);
    const auto found = fragment_slots(in.operands[store ? 1 : 0], fragment, !store);
    if (!found) return unsupported(in, msg("its registers"));
    wait_for_warp();
    const bool halves = fragment.element_bytes() == 2;
    bool known = true;
    if (!store && !sum && halves && space == Space::shared) {
        constexpr uint32_t max = 4;
        std::vector<uint32_t> places;
        for (uint32_t first = 0; first < fragment.count; first += max) {
            MatrixAddresses rows;
            rows.bytes = 2;
            for (uint32_t lane = 0; lane < warp_size; ++lane) {
                const Fragment::Part part = fragment.parts[std::min(first + lane / 8, fragment.count - 1u)];
                const uint32_t row = lane % 8;
                set_address(rows, lane, part.line + (along_lines ? row : 0), part.place + (along_lines ? 0 : row),
                            along_lines);
            }
            places.push_back(fragment_address(rows, *where, stride));
        }
        for (uint32_t first = 0; first < fragment.count; first += max)
            load_rows(space, places[first / max], 0,
                      std::span(found->slots).subspan(first, std::min<uint32_t>(max, fragment.count - first)),
                      !along_lines);
    } else {
        const bool transposed = halves && !along_lines;
        const bool in_pairs = fragment.registers_of_part() == 2 && along_lines;
        const uint32_t requests = fragment.registers_of_part() == 2 && !along_lines ? 2 : 1;
        std::vector<uint32_t> places;
        for (uint32_t part = 0; part < fragment.count; ++part)
            for (uint32_t k = 0; k < requests; ++k) {
                MatrixAddresses lanes;
                lanes.bytes = static_cast<uint8_t>(fragment.element_bytes());
                const Fragment::Part origin = fragment.parts[part];
                for (uint32_t lane = 0; lane < warp_size; ++lane) {
                    const uint32_t line = fragment.line_of(part, lane) - origin.line;
                    const uint32_t at = fragment.place_of(part, lane) - origin.place + k;
                    set_address(lanes, lane, origin.line + (transposed ? at : line),
                                origin.place + (transposed ? line : at), along_lines);
                }
                places.push_back(fragment_address(lanes, *where, stride));
            }
        for (uint32_t r = 0; r < places.size(); ++r) {
            const auto slots = std::span(found->slots).subspan(in_pairs ? r * 2 : r, in_pairs ? 2 : 1);
            if (!transposed) {
                known = known && access_words(space, places[r], slots, store);
                continue;
            }
            const std::array<uint32_t, 1> between{temporary(4)};
            if (!store) known = known && access_words(space, places[r], between, false);
            Inst& turn = emit(matrix_transpose());
            turn.d = store ? between[0] : slots[0];
            turn.a = store ? slots[0] : between[0];
            if (store) known = known && access_words(space, places[r], between, true);
        }
    }
    if (!known) return unsupported(in);
    for (uint32_t k = fragment.count; k < fragment.registers() && fragment.copies > 1; ++k) {
        Inst& copy = emit(find_move(4));
        copy.d = found->slots[k];
        copy.a = found->slots[k % fragment.count];
    }
}

void FunctionDecoder::decode_load_rows(const Instruction& in) {
    const Words& words = in.modifiers.unknown; // {"m8n8", "x4"[, "trans"]}
    const bool transposed = words.size() == 3 && words[2] == "trans";
    const uint32_t tiles =
        words.size() < 2 || words[1].size() != 2 || words[1][0] != 'x' ? 0 : static_cast<uint32_t>(words[1][1] - '0');
    if ((words.size() != 2 && !transposed) || words[0] != "m8n8" || in.modifiers.types != std::vector{Type::b16} ||
        (tiles != 1 && tiles != 2 && tiles != 4))
        return unsupported(in, msg("only ldmatrix.m8n8 of .b16 is supported"));
    const Space space = in.modifiers.space;
    const auto* const place = std::get_if<ptx::Address>(&in.operands[1].value);
    auto where = place == nullptr ? std::nullopt : address(*place);
    if (!where || (space != Space::generic && space != Space::shared)) return unsupported(in, msg("its address"));
    if (!where->wide) where->slot = resized(where->slot, 4, 8, false);
    Fragment registers;
    registers.count = static_cast<uint8_t>(tiles);
    const auto found = fragment_slots(in.operands[0], registers, true);
    if (!found) return unsupported(in, msg("its registers"));
    wait_for_warp();
    load_rows(space, where->slot, static_cast<uint32_t>(where->offset), std::span(found->slots).first(tiles),
              transposed);
}

} // namespace warpscope::simt
