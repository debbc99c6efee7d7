#include "replay/variables.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

#include "base/buffer.hpp"
#include "simt/stepping.hpp"

namespace warpscope::replay {
namespace {

using ptx::debug::Place;
using ptx::debug::PlaceKind;
using ptx::debug::Type;
using ptx::debug::TypeKind;
using ptx::debug::Variable;

constexpr size_t max_rows = 512;

bool is_number(const Type& type) {
    return type.kind != TypeKind::structure && type.kind != TypeKind::array && type.kind != TypeKind::unknown;
}

class RowReader {
public:
    RowReader(const Recording& recording, const State& state, const WarpPosition& at)
        : recording_(recording)
        , state_(state)
        , at_(at)
        , stepped_(*recording.contents().stepped)
        , types_(stepped_.variables.types)
        , function_(recording.program().module().functions[at.function])
        , layout_(stepped_.layouts[at.function])
        , frame_(state.find(at.warp, at.depth, at.function)) {}

    void add(const Variable& variable) {
        parameter_ = variable.is_parameter;
        bool any = false;
        const CodePosition* known = nullptr;
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            const CodePosition* const own = !at_.has_lane_positions ? &at_
                                            : at_.lanes[lane]       ? &*at_.lanes[lane]
                                                                    : nullptr;
            if (own == nullptr)
                places_[lane] = nullptr;
            else
                places_[lane] = known != nullptr && *known == *own ? places_[lane - 1] : place_of(variable, *own);
            known = own;
            any = any || (places_[lane] != nullptr && places_[lane]->kind != PlaceKind::shared);
        }
        if (any) add(variable.name, variable.type, 0);
    }
    std::vector<Row> take() { return std::move(rows_); }

    [[nodiscard]] std::optional<uint64_t> register_value(uint32_t index, uint32_t lane) const {
        if (frame_ == nullptr) return std::nullopt;
        const FrameLayout::Slot& slot = layout_.registers[index];
        return lane_value(frame_->registers.data() + slot.offset, slot.bytes, lane);
    }

private:
    static const Place* place_of(const Variable& variable, const CodePosition& at) {
        const Place* place = variable.place_at(at.place);
        if (place == nullptr) place = variable.place_at(at.last);
        // Outside the variable's scope, another variable may use the register.
        const bool in_scope = at.last >= variable.first && at.last < variable.end;
        return in_scope || (place != nullptr && place->kind != PlaceKind::register_) ? place : nullptr;
    }

    void add(const std::string& name, uint32_t type_index, uint64_t offset) {
        if (rows_.size() >= max_rows) return;
        const Type& type = types_[type_index];
        if (type.kind == TypeKind::structure && !is_half(type)) {
            for (const ptx::debug::Member& member : type.members) {
                const bool is_field = member.bits != 0 && member.bits < 8 * types_[member.type].bytes;
                if (is_field)
                    add_field(name + "." + member.name, member, offset + member.offset);
                else
                    add(name + "." + member.name, member.type, offset + member.offset);
            }
        } else if (type.kind == TypeKind::array) {
            for (uint64_t k = 0; k < std::min(type.count, max_elements); ++k)
                add(fmt::format("{}[{}]", name, k), type.element, offset + k * types_[type.element].bytes);
        } else if (is_number(type) || is_half(type)) {
            Row row{name, type_index, parameter_, {}};
            const auto bytes = static_cast<uint32_t>(std::min<uint64_t>(type.bytes, 8));
            for (uint32_t lane = 0; lane < warp_size; ++lane) row.bits[lane] = value(offset, bytes, lane);
            rows_.push_back(std::move(row));
        }
    }

    void add_field(const std::string& name, const ptx::debug::Member& member, uint64_t offset) {
        if (rows_.size() >= max_rows || !is_number(types_[member.type]) || member.first_bit + member.bits > 64) return;
        Row row{name, member.type, parameter_, {}};
        const uint32_t first = member.first_bit / 8, end = (member.first_bit + member.bits + 7) / 8;
        const bool negative = types_[member.type].kind == TypeKind::signed_integer;
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            const auto whole = value(offset + first, end - first, lane);
            if (!whole) continue;
            const uint64_t mask = (uint64_t{1} << member.bits) - 1, sign = uint64_t{1} << (member.bits - 1);
            uint64_t bits = *whole >> (member.first_bit - 8 * first) & mask;
            if (negative) bits = (bits ^ sign) - sign;
            const uint64_t bytes = types_[member.type].bytes;
            row.bits[lane] = bytes >= 8 ? bits : bits & ((uint64_t{1} << 8 * bytes) - 1);
        }
        rows_.push_back(std::move(row));
    }

    [[nodiscard]] std::optional<uint64_t> value(uint64_t offset, uint32_t bytes, uint32_t lane) const {
        const Place* const place = places_[lane];
        if (place == nullptr) return std::nullopt;
        switch (place->kind) {
        case PlaceKind::register_: {
            // An unset register reads as 0, but the variable has no value.
            const bool of_kernel = at_.depth == 0;
            if (of_kernel && (recording_.lanes_set(at_.warp, place->register_index, state_.records) >> lane & 1) == 0)
                return std::nullopt;
            const auto whole = register_value(place->register_index, lane);
            if (!whole || offset >= 8) return std::nullopt;
            const uint64_t shifted = *whole >> 8 * offset;
            return bytes >= 8 ? shifted : shifted & ((uint64_t{1} << 8 * bytes) - 1);
        }
        case PlaceKind::constant: return place->offset;
        case PlaceKind::parameter: return parameter(*place, offset, bytes);
        case PlaceKind::local: {
            const auto begin = register_value(layout_.stack_begin(), lane);
            const auto own = recording_.program().stack_offset(at_.function, place->symbol);
            if (!begin || !own) return std::nullopt;
            return memory({ptx::Space::local, at_.warp * warp_size + lane, *begin + *own + place->offset + offset},
                          bytes);
        }
        case PlaceKind::shared:
            for (const auto& array : recording_.program().shared_variables(recording_.contents().kernel))
                if (array.name == place->symbol)
                    return memory({ptx::Space::shared, 0, array.offset + place->offset + offset}, bytes);
            return std::nullopt;
        case PlaceKind::indirect: {
            const auto pointer = register_value(place->register_index, lane);
            if (!pointer) return std::nullopt;
            const simt::SpaceAddress to = simt::space_of(*pointer + place->offset + offset);
            return memory({to.space, to.space == ptx::Space::local ? at_.warp * warp_size + lane : 0, to.address},
                          bytes);
        }
        case PlaceKind::global: return std::nullopt;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<uint64_t> parameter(const Place& place, uint64_t offset, uint32_t bytes) const {
        offset += place.offset;
        const auto& infos = recording_.program().parameters(recording_.contents().kernel);
        for (size_t k = 0; k < function_.parameters.size() && k < infos.size(); ++k) {
            if (function_.parameters[k].name != place.symbol) continue;
            const auto& block = recording_.contents().parameters;
            uint64_t value = 0;
            if (infos[k].offset + offset + bytes > block.size()) return std::nullopt;
            std::memcpy(&value, block.data() + infos[k].offset + offset, bytes);
            return value;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<uint64_t> memory(const MemoryAddress& at, uint32_t bytes) const {
        uint64_t value = 0;
        for (uint32_t k = 0; k < bytes; ++k) {
            const auto byte = recording_.byte_at(state_, at.moved(k));
            if (!byte || (at.space != ptx::Space::global && recording_.writes_to(state_, at.moved(k)) == 0))
                return std::nullopt;
            value |= uint64_t{*byte} << 8 * k;
        }
        return value;
    }

    const Recording& recording_;
    const State& state_;
    const WarpPosition& at_;
    const SteppedProgram& stepped_;
    const std::vector<Type>& types_;
    const ptx::Function& function_;
    const FrameLayout& layout_;
    const Frame* frame_;
    std::array<const Place*, warp_size> places_{};
    bool parameter_ = false;
    std::vector<Row> rows_;
};

} // namespace

std::vector<Row> rows_at(const Recording& recording, const State& state, const WarpPosition& at) {
    std::vector<const Variable*> shown;
    for (const Variable& variable : recording.contents().stepped->variables.functions[at.function]) {
        if (at.last < variable.first || at.last >= variable.end) continue;
        const auto hidden = std::ranges::find(shown, variable.name, &Variable::name);
        if (hidden == shown.end())
            shown.push_back(&variable);
        else if ((*hidden)->depth < variable.depth)
            *hidden = &variable;
    }
    RowReader reader(recording, state, at);
    for (const Variable* variable : shown) reader.add(*variable);
    return reader.take();
}

std::vector<Row> register_rows(const Recording& recording, const State& state, const WarpPosition& at) {
    const RowReader reader(recording, state, at);
    const auto& registers = recording.program().module().functions[at.function].registers;
    std::vector<Row> rows;
    for (uint32_t k = 0; k < registers.size(); ++k) {
        Row row{registers[k].name, 0, false, {}};
        for (uint32_t lane = 0; lane < warp_size; ++lane) row.bits[lane] = reader.register_value(k, lane);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace warpscope::replay
