#include "replay/answers/value_origin.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <variant>

#include <fmt/format.h>

#include "base/buffer.hpp"
#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"
#include "ptx/words.hpp"

namespace warpscope::replay {
namespace {

using Kind = ValueOrigin::Kind;

double number_of_bits(uint64_t bits, uint32_t bytes) {
    if (bytes == 2) return double{float_from_half(static_cast<uint16_t>(bits))};
    return bytes == 4 ? double{std::bit_cast<float>(static_cast<uint32_t>(bits))} : std::bit_cast<double>(bits);
}

std::string text_of_bits(uint64_t bits, uint32_t bytes) {
    if (std::isnan(number_of_bits(bits, bytes))) return "nan"; // the sign of a NaN has no meaning
    return bytes == 8 ? fmt::format("{}", std::bit_cast<double>(bits))
                      : fmt::format("{}", static_cast<float>(number_of_bits(bits, bytes)));
}

bool is_fraction(ptx::Type type) {
    using ptx::Type;
    return type == Type::f16 || type == Type::bf16 || type == Type::f32 || type == Type::f64;
}

/// Formats an operation, such as "0 / 0" for "div.rn.f32".
std::string formula_of(std::string_view mnemonic, const std::vector<std::string>& operands) {
    const std::string_view name = mnemonic.substr(0, mnemonic.find('.'));
    const auto is = [&](std::string_view one, size_t count) { return name == one && operands.size() == count; };
    for (const auto& [one, sign] : {std::pair{"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"div", "/"}})
        if (is(one, 2)) return fmt::format("{} {} {}", operands[0], sign, operands[1]);
    if (is("fma", 3) || is("mad", 3)) return fmt::format("{} * {} + {}", operands[0], operands[1], operands[2]);
    if (is("rcp", 1)) return fmt::format("1 / {}", operands[0]);
    if (is("rsqrt", 1)) return fmt::format("1 / sqrt({})", operands[0]);
    if (is("lg2", 1)) return fmt::format("log2({})", operands[0]);
    if (is("ex2", 1)) return fmt::format("2 ^ {}", operands[0]);
    if (is("mov", 1)) return operands[0];
    std::string text(name == "cvt" ? "" : name);
    text += '(';
    for (size_t k = 0; k < operands.size(); ++k) text += (k == 0 ? "" : ", ") + operands[k];
    return text + ')';
}

struct InMemory {
    MemoryAddress at;
    uint32_t bytes = 0;
};
struct InRegister {
    uint32_t warp = 0, depth = 0, function = 0, index = 0, lane = 0;
};

class OriginSearch {
public:
    OriginSearch(const Recording& recording, const std::atomic<bool>& cancel)
        : recording_(recording)
        , cancel_(cancel)
        , records_(recording.contents().records) {}

    std::optional<ValueOrigin> of(const MemoryAddress& at, uint32_t bytes, uint64_t record) {
        place_ = InMemory{at, bytes};
        record_ = record;
        while (!found_ && !cancel_ && (std::holds_alternative<InMemory>(place_) ? to_its_store() : to_its_writer())) {
        }
        return cancel_ ? std::nullopt : found_;
    }

private:
    [[nodiscard]] uint32_t function_at(uint64_t record) const {
        return recording_.program().instructions()[records_[record].pc].function;
    }
    [[nodiscard]] const ptx::Function& function(uint32_t index) const {
        return recording_.program().module().functions[index];
    }
    [[nodiscard]] const ptx::Instruction& instruction_at(uint64_t record) const {
        const uint32_t own = function_at(record);
        return function(own).body[records_[record].pc - recording_.program().first_pc(own)];
    }
    const ptx::RegisterEffects& effects_at(uint64_t record) {
        const auto [known, is_new] = effects_.try_emplace(records_[record].pc);
        if (is_new) known->second = ptx::effects_of(function(function_at(record)), instruction_at(record));
        return known->second;
    }
    [[nodiscard]] uint32_t bytes_of(const InRegister& reg) const {
        return recording_.contents().stepped->layouts[reg.function].registers[reg.index].bytes;
    }
    uint64_t value_of(const InRegister& reg, uint64_t record) {
        recording_.move(state_, record);
        const Frame* const frame = state_.find(reg.warp, reg.depth, reg.function);
        if (frame == nullptr) return 0;
        const auto& slot = recording_.contents().stepped->layouts[reg.function].registers[reg.index];
        return lane_value(frame->registers.data() + slot.offset, slot.bytes, reg.lane);
    }
    [[nodiscard]] InRegister register_at(uint64_t record, uint32_t index, uint32_t lane) const {
        return {records_[record].warp, records_[record].depth, function_at(record), index, lane};
    }
    bool executes(uint64_t record, uint32_t lane) {
        if ((records_[record].active >> lane & 1) == 0) return false;
        const ptx::Instruction& in = instruction_at(record);
        if (!in.predicated) return true;
        return (value_of(register_at(record, in.predicate.index, lane), record) != 0) != in.predicate.negated;
    }

    void end(Kind kind, uint64_t record, uint32_t warp, uint32_t lane) {
        found_ = ValueOrigin{kind, recording_.step_of(record), warp, lane, {}, {}, {}};
    }
    void end_in_memory(const MemoryAddress& at) {
        end(reader_ ? Kind::initial_memory : Kind::lost, reader_ ? reader_->first : record_,
            reader_ ? reader_->second.warp : 0, reader_ ? reader_->second.lane : 0);
        if (at.space != ptx::Space::global) return;
        if (const auto element = recording_.contents().measured->element(at.address))
            found_->from = fmt::format(
                "{}[{}]", recording_.contents().measured->plan().buffers[element->buffer].layout.name, element->index);
    }

    /// Moves the search from stored memory to the stored register. Returns false if the search ends.
    bool to_its_store() {
        const InMemory from = std::get<InMemory>(place_);
        const auto event = recording_.last_write(from.at, from.bytes, record_);
        if (!event && !reader_) return false;
        if (!event || event->from_outside) {
            end_in_memory(from.at);
            return false;
        }
        const ptx::Instruction& in = instruction_at(event->record);
        std::optional<uint32_t> stored;
        bool constant = false;
        recording_.visit(event->record, [&](const Change& change) {
            if (change.kind != ChangeKind::store || change.space != from.at.space || in.operands.size() < 2 ||
                in.opcode != ptx::Opcode::st)
                return;
            const auto elements = ptx::elements_of(in.operands[1]);
            const auto width = change.bytes / std::max<uint32_t>(1, static_cast<uint32_t>(elements.size()));
            const uint64_t number = width == 0 ? 0 : (from.at.address - change.address[event->lane]) / width;
            if (number >= elements.size()) return;
            stored = ptx::register_of(elements[number]);
            constant = !stored;
        });
        record_ = event->record;
        if (!stored) {
            const bool made = constant || in.opcode == ptx::Opcode::atom || in.opcode == ptx::Opcode::red;
            end(made ? Kind::made : Kind::lost, record_, event->warp, event->lane);
            if (made) found_->formula = std::string(ptx::mnemonic_of(in));
            return false;
        }
        place_ = register_at(record_, *stored, event->lane);
        return true;
    }

    bool to_its_writer() {
        const InRegister to = std::get<InRegister>(place_);
        const auto writes = [&](uint64_t record) {
            const Record& own = records_[record];
            if (own.warp != to.warp || own.depth != to.depth || function_at(record) != to.function) return false;
            const auto& written = effects_at(record).writes;
            return std::ranges::find(written, to.index) != written.end() && executes(record, to.lane);
        };
        uint64_t record = record_;
        while (record > 0 && !cancel_ && !writes(record - 1)) --record;
        if (record == 0) {
            end(Kind::lost, record_, to.warp, to.lane);
            return false;
        }
        record_ = record - 1;
        const ptx::Instruction& in = instruction_at(record_);
        if (in.opcode == ptx::Opcode::ld || in.opcode == ptx::Opcode::ldu) return to_what_is_loaded(in, to);
        return to_an_operand(in, to);
    }

    bool to_what_is_loaded(const ptx::Instruction& in, const InRegister& to) {
        std::optional<InMemory> from;
        const auto elements = ptx::elements_of(in.operands.front());
        const auto own = std::ranges::find_if(
            elements, [&](const ptx::Operand& one) { return ptx::register_of(one) == std::optional(to.index); });
        const std::string* const name = ptx::symbol_of(in.operands[1]);
        // A call copies parameters between frames without memory events, so the search continues in the other function.
        if (name != nullptr && in.modifiers.space == ptx::Space::param)
            return to_what_is_passed(*name, offset_of(in.operands[1]) + bytes_of(to) * (own - elements.begin()), to);
        recording_.visit(record_, [&](const Change& change) {
            if (change.kind != ChangeKind::load || (change.lanes >> to.lane & 1) == 0) return;
            const auto width = change.bytes / std::max<uint32_t>(1, static_cast<uint32_t>(elements.size()));
            from = InMemory{change.place(to.warp, to.lane).moved(uint64_t{width} * (own - elements.begin())), width};
        });
        if (from) {
            reader_ = {record_, to};
            place_ = *from;
            return true;
        }
        end(Kind::lost, record_, to.warp, to.lane);
        return false;
    }
    [[nodiscard]] static int64_t offset_of(const ptx::Operand& address) {
        return std::get<ptx::Address>(address.value).offset;
    }
    [[nodiscard]] std::optional<uint32_t> stored_at(const ptx::Instruction& in, const std::string& name, int64_t byte) {
        if (in.opcode != ptx::Opcode::st || in.modifiers.space != ptx::Space::param) return std::nullopt;
        const std::string* const stored_to = ptx::symbol_of(in.operands.front());
        if (stored_to == nullptr || *stored_to != name) return std::nullopt;
        const auto width = static_cast<int64_t>(ptx::size_of(in.modifiers.types.back()));
        const int64_t first = byte - offset_of(in.operands.front());
        const auto elements = ptx::elements_of(in.operands[1]);
        if (first < 0 || first % width != 0 || first / width >= static_cast<int64_t>(elements.size()))
            return std::nullopt;
        return ptx::register_of(elements[static_cast<size_t>(first / width)]);
    }

    /// Moves the search from a parameter to the caller's argument, or from a call's result to the value that the callee
    /// returned.
    bool to_what_is_passed(const std::string& name, int64_t byte, const InRegister& to) {
        const ptx::Function& own = function(to.function);
        const auto parameter = std::ranges::find(own.parameters, name, &ptx::Variable::name);
        const bool is_argument = parameter != own.parameters.end();
        if (is_argument && own.is_entry) {
            end(Kind::initial_memory, record_, to.warp, to.lane);
            found_->from = name;
            return false;
        }
        const auto number = static_cast<size_t>(parameter - own.parameters.begin());
        const uint32_t depth = is_argument ? to.depth - 1 : to.depth + 1;
        std::string wanted;
        for (uint64_t record = record_; record-- > 0 && !cancel_;) {
            const Record& one = records_[record];
            if (one.warp != to.warp || one.depth != depth || (one.active >> to.lane & 1) == 0) continue;
            const ptx::Instruction& in = instruction_at(record);
            if (wanted.empty() && !is_argument) {
                const auto& results = function(function_at(record)).results;
                if (results.empty()) break;
                wanted = results.front().name;
            } else if (wanted.empty() && !in.call.empty()) {
                const auto* const symbol = number < in.call[0].arguments.size()
                                               ? std::get_if<ptx::SymbolRef>(&in.call[0].arguments[number].value)
                                               : nullptr;
                if (symbol == nullptr) break;
                wanted = symbol->name;
            }
            const auto reg = stored_at(in, wanted, byte);
            if (!reg || !executes(record, to.lane)) continue;
            record_ = record;
            place_ = register_at(record, *reg, to.lane);
            return true;
        }
        end(Kind::lost, record_, to.warp, to.lane);
        return false;
    }

    /// Moves the search to an operand that was copied or is not finite, if there is one.
    bool to_an_operand(const ptx::Instruction& in, const InRegister& to) {
        const uint64_t result = value_of(to, record_ + 1);
        const bool from_whole =
            in.opcode == ptx::Opcode::cvt && in.modifiers.types.size() > 1 && !is_fraction(in.modifiers.types.back());
        const size_t written = ptx::destinations(function(to.function), in);
        const bool is_copy = in.opcode == ptx::Opcode::mov && bytes_of(to) != 0 && in.operands.size() == 2 &&
                             ptx::elements_of(in.operands[1]).size() == 1;
        std::vector<std::string> operands;
        for (size_t k = written; k < in.operands.size(); ++k)
            for (const ptx::Operand& one : ptx::elements_of(in.operands[k])) {
                const auto* const constant = std::get_if<ptx::Immediate>(&one.value);
                if (constant != nullptr)
                    operands.push_back(constant->floating ? text_of_bits(constant->bits, constant->single ? 4 : 8)
                                                          : std::to_string(static_cast<int64_t>(constant->bits)));
                const auto reg = ptx::register_of(one);
                if (!reg) continue;
                const InRegister source = register_at(record_, *reg, to.lane);
                const uint32_t bytes = bytes_of(source);
                if (bytes == 0) continue; // predicate
                const uint64_t value = value_of(source, record_);
                operands.push_back(from_whole ? std::to_string(value) : text_of_bits(value, bytes));
                if (from_whole) continue;
                if (in.opcode == ptx::Opcode::shfl) {
                    if (k == written && to_another_lane(source, result)) return true;
                } else if (is_copy || is_not_finite(value, bytes)) {
                    place_ = source;
                    return true;
                }
            }
        end(Kind::made, record_, to.warp, to.lane);
        found_->formula = formula_of(ptx::mnemonic_of(in), operands);
        found_->result = text_of_bits(result, bytes_of(to));
        return false;
    }

    bool to_another_lane(InRegister source, uint64_t result) {
        for (source.lane = 0; source.lane < warp_size; ++source.lane)
            if ((records_[record_].active >> source.lane & 1) != 0 && value_of(source, record_) == result) {
                place_ = source;
                return true;
            }
        return false;
    }

    const Recording& recording_;
    const std::atomic<bool>& cancel_;
    const std::vector<Record>& records_;
    std::variant<InMemory, InRegister> place_;
    uint64_t record_ = 0;
    std::optional<std::pair<uint64_t, InRegister>> reader_; // last load that the search passed
    std::optional<ValueOrigin> found_;
    std::unordered_map<uint32_t, ptx::RegisterEffects> effects_;
    State state_;
};

} // namespace

bool is_not_finite(uint64_t bits, uint32_t bytes) {
    return (bytes == 2 || bytes == 4 || bytes == 8) && !std::isfinite(number_of_bits(bits, bytes));
}

std::optional<ValueOrigin> origin_of_value(const Recording& recording, const MemoryAddress& at, uint32_t bytes,
                                           uint64_t record, const std::atomic<bool>& cancel) {
    return OriginSearch(recording, cancel).of(at, bytes, record);
}

} // namespace warpscope::replay
