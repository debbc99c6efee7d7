#include "metrics/races/program/lost_update.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/definitions.hpp"
#include "ptx/analysis/operands.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

/// Returns whether repeating the operation changes nothing.
bool settles(Opcode opcode) {
    return opcode == Opcode::min || opcode == Opcode::max || opcode == Opcode::or_ || opcode == Opcode::and_ ||
           opcode == Opcode::selp;
}

class ValueSources {
public:
    ValueSources(const ptx::Function& function, uint32_t store, std::optional<uint32_t> load)
        : function_(function)
        , definitions_(function)
        , store_(function.body[store])
        , place_(base_of(function, definitions_, store_))
        , load_(load) {}

    /// Returns whether the stored value derives from the location's old value. Follows values through the operations of
    /// settles() only if `past_settling`.
    [[nodiscard]] bool lead_to_place(bool past_settling) {
        if (store_.opcode != Opcode::st || store_.operands.size() != 2 || !place_) return false;
        open_.clear();
        seen_.clear();
        add(store_.operands[1]);
        while (!open_.empty()) {
            const uint32_t reg = open_.back();
            open_.pop_back();
            for (const uint32_t k : definitions_.of(reg))
                if (is_of_place(k))
                    return true;
                else
                    visit_next(function_.body[k], past_settling);
        }
        return false;
    }

private:
    [[nodiscard]] bool is_of_place(uint32_t index) const {
        const ptx::Instruction& in = function_.body[index];
        return in.opcode == Opcode::ld && (!load_ || *load_ == index) && base_of(function_, definitions_, in) == place_;
    }

    void visit_next(const ptx::Instruction& in, bool past_settling) {
        if (in.opcode == Opcode::ld || in.opcode == Opcode::setp || in.opcode == Opcode::call) return;
        if (!past_settling && settles(in.opcode)) return;
        for (size_t k = 1; k < in.operands.size(); ++k) add(in.operands[k]);
    }

    void add(const ptx::Operand& operand) {
        for (const ptx::Operand& element : elements_of(operand))
            if (const auto reg = register_of(element); reg && seen_.insert(*reg).second) open_.push_back(*reg);
    }

    const ptx::Function& function_;
    ptx::Definitions definitions_;
    const ptx::Instruction& store_;
    std::optional<ptx::BaseAddress> place_;
    std::optional<uint32_t> load_;
    std::vector<uint32_t> open_;
    std::set<uint32_t> seen_;
};

} // namespace

PlaceUpdate update_of_place(const ptx::Function& function, uint32_t store, std::optional<uint32_t> load) {
    ValueSources sources(function, store, load);
    if (sources.lead_to_place(false)) return PlaceUpdate::counts;
    return sources.lead_to_place(true) ? PlaceUpdate::settles : PlaceUpdate::none;
}

} // namespace warpscope::metrics
