#include "ptx/analysis/clock_values.hpp"

#include <set>
#include <utility>

#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"

namespace warpscope::ptx {
namespace {

using Place = std::pair<std::string, int64_t>; // variable name or register number; offset

std::optional<Place> place_of(const Instruction& access, size_t operand) {
    const Space space = access.modifiers.space;
    if (operand >= access.operands.size() || (space != Space::local && space != Space::param)) return std::nullopt;
    const auto* const address = std::get_if<Address>(&access.operands[operand].value);
    if (address == nullptr) return std::nullopt;
    if (const auto* symbol = std::get_if<SymbolRef>(&address->base)) return Place{symbol->name, address->offset};
    if (const auto* reg = std::get_if<Register>(&address->base))
        return Place{std::to_string(reg->index), address->offset};
    return std::nullopt;
}

class ClockValues {
public:
    explicit ClockValues(const Function& function)
        : function_(function)
        , found_(function.registers.size()) {
        for (bool more = true; more;) {
            more = false;
            for (const Instruction& in : function.body) more = visit(in) || more;
        }
    }
    [[nodiscard]] std::vector<bool> result() && { return std::move(found_); }

private:
    bool visit(const Instruction& in) {
        if (in.opcode == Opcode::st || in.opcode == Opcode::red) {
            const auto place = place_of(in, 0);
            return place && takes_time(in, 1) && places_.insert(*place).second;
        }
        if (!brings_time(in)) return false;
        bool more = false;
        std::vector<uint32_t> written;
        for (size_t k = 0; k < destinations(function_, in); ++k) add_registers(in.operands[k], written);
        for (const uint32_t reg : written) {
            more = more || !found_[reg];
            found_[reg] = true;
        }
        return more;
    }
    [[nodiscard]] bool brings_time(const Instruction& in) const {
        if (in.opcode == Opcode::ld) {
            const auto place = place_of(in, 1);
            return place && places_.contains(*place);
        }
        if (in.opcode == Opcode::setp || in.opcode == Opcode::set || in.opcode == Opcode::testp) return false;
        return value_flow(in) == ValueFlow::computes && takes_time(in, destinations(function_, in));
    }
    [[nodiscard]] bool takes_time(const Instruction& in, size_t first_source) const {
        for (size_t k = first_source; k < in.operands.size(); ++k)
            for (const Operand& element : elements_of(in.operands[k])) {
                const auto* special = std::get_if<SpecialRegister>(&element.value);
                if (special != nullptr && shows_time(special->which)) return true;
                const auto reg = register_of(element);
                if (reg && found_[*reg] && !is_predicate(function_, element)) return true;
            }
        return false;
    }

    const Function& function_;
    std::vector<bool> found_;
    std::set<Place> places_;
};

} // namespace

std::vector<bool> clock_values(const Function& function) { return ClockValues(function).result(); }

} // namespace warpscope::ptx
