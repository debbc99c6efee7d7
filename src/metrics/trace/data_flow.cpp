#include "metrics/trace/data_flow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "metrics/trace/traced_arrays.hpp"
#include "metrics/trace/value_graph.hpp"
#include "metrics/values/register_flow.hpp"
#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

constexpr size_t max_sources = 1'000'000;

std::vector<uint32_t> element_registers(const ptx::Operand& operand) {
    std::vector<uint32_t> out;
    for (const ptx::Operand& element : ptx::elements_of(operand))
        out.push_back(ptx::register_of(element).value_or(ptx::no_register));
    return out;
}

class Follower final : public RegisterFlow<Follower, Value> {
public:
    Follower(const BlockTrace& trace, const simt::Program& program, uint32_t kernel, const ExecutionPlan& plan)
        : RegisterFlow(program.module())
        , trace_(trace)
        , arrays_(trace, program, kernel, plan)
        , places_(arrays_.all().size()) {
        flow_.arrays = arrays_.all();
    }

    Flow run() {
        flow_.truncated = trace_.truncated || trace_.steps_truncated;
        for (size_t k = 0; k < trace_.steps.size(); ++k) {
            if (values_.full() || flow_.sources.size() > max_sources) {
                flow_.truncated = true;
                break;
            }
            const bool last = k + 1 == trace_.steps.size();
            request_ = trace_.steps[k].first_request;
            shuffle_ = trace_.steps[k].first_shuffle;
            last_request_ = last ? static_cast<uint32_t>(trace_.requests.size()) : trace_.steps[k + 1].first_request;
            last_shuffle_ = last ? static_cast<uint32_t>(trace_.shuffles.size()) : trace_.steps[k + 1].first_shuffle;
            step_ = &trace_.steps[k];
            follow(step_->warp, step_->first_pc, step_->end_pc, step_->active);
        }
        group_and_count(flow_);
        return std::move(flow_);
    }

private:
    struct Place {
        uint32_t write = no_write;
        Value value = no_value; // value of the load, shared by repeated loads
        FlowTime written = 0;
    };

    friend RegisterFlow<Follower, Value>;

    Value joined(Value a, Value b) { return values_.joined(a, b); }
    /// Excludes predicates.
    static bool holds_data(const ptx::Function& function, uint32_t reg) {
        return function.registers[reg].type != ptx::Type::pred;
    }
    static bool computes(const ptx::Instruction&) { return true; }
    static size_t first_source(const ptx::Instruction&) { return 0; }
    static void computed(const ptx::Instruction&, simt::LaneMask) {}
    static void guarded(const ptx::Instruction&) {}
    /// Ignores matrices, textures and asynchronous copies.
    void depends(const ptx::Instruction& in, uint32_t pc) {
        pass_requests(pc);
        for (const ptx::CallOperands& call : in.call) called(call);
    }

    void called(const ptx::CallOperands& call) {
        const auto* symbol = std::get_if<ptx::SymbolRef>(&call.callee.value);
        const ptx::Function* callee = symbol == nullptr ? nullptr : module().find_function(symbol->name);
        if (callee == nullptr || !callee->is_declaration) flow_.calls = true;
    }

    void across_lanes(const ptx::Instruction& in, uint32_t pc) {
        const size_t given = ptx::destinations(function(), in);
        Value value = no_value;
        if (const auto reg = given < in.operands.size() ? register_of(in.operands[given]) : std::nullopt;
            reg && holds_data(function(), *reg))
            for_each_tag(*reg, [&](uint32_t, Value one) { value = values_.joined(value, one); });
        forget(in, pc);
        if (value == no_value) return;
        simt::for_each_lane(active(), [&](uint32_t lane) { set(in, in.operands[0], lane, value); });
    }

    static FlowTime after(uint32_t interval, FlowTime latest) {
        const FlowTime begin = flow_time(interval, 0);
        return latest < begin ? begin : latest + 1;
    }

    void shuffle(const ptx::Instruction& in, uint32_t pc) {
        const TraceStep& step = *step_;
        if (shuffle_ >= last_shuffle_ || trace_.shuffles[shuffle_].pc != pc) return;
        const TraceShuffle& done = trace_.shuffles[shuffle_++];
        const auto to = register_of(in.operands[0]),
                   what = register_of(in.operands[ptx::shuffled_operand(function(), in)]);
        if (!to) return;
        std::array<Value, warp_size> given{};
        FlowTime latest = 0;
        bool any_written = false;
        for (simt::LaneMask rest = done.active; rest != 0 && what.has_value(); rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            given[lane] = held(*what)[done.from[lane]];
            latest = std::max(latest, values_.time(given[lane]));
            any_written = any_written || done.from[lane] != lane;
        }
        const FlowTime when = after(step.interval, any_written ? latest : 0);
        std::array<uint32_t, warp_size> before{}; // all lanes send before any lane receives
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            before[lane] = place(arrays_.registers(), step.warp * warp_size + lane).write;
        for (simt::LaneMask rest = done.active; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
            Value value = given[lane];
            if (done.from[lane] != lane) {
                FlowWrite write = made(arrays_.registers(), step.warp * warp_size + lane, step, pc, lane, when);
                write.used = false;
                write.first_source = static_cast<uint32_t>(flow_.sources.size());
                write.sources = 1;
                const uint32_t giver = done.from[lane];
                flow_.sources.push_back(
                    {arrays_.registers(), uint64_t{step.warp} * warp_size + giver, before[giver], false});
                value = values_.exchanged(value, static_cast<uint32_t>(flow_.writes.size()), when);
                record(write, when);
            }
            set(in, *to, lane, value);
        }
    }

    Place& place(uint32_t array, uint64_t element) { return places_[array][element]; }

    static FlowWrite made(uint32_t array, uint64_t element, const TraceStep& step, uint32_t pc, uint32_t lane,
                          FlowTime when) {
        FlowWrite write;
        write.array = array;
        write.element = element;
        write.thread = step.warp * warp_size + lane;
        write.pc = pc;
        write.interval = step.interval;
        write.level = static_cast<uint32_t>(when) - 1;
        return write;
    }

    void record(const FlowWrite& write, FlowTime when) {
        Place& there = place(write.array, write.element);
        there = {static_cast<uint32_t>(flow_.writes.size()), no_value, when};
        flow_.writes.push_back(write);
    }

    Value load(uint32_t array, uint64_t element) {
        Place& there = place(array, element);
        if (there.value == no_value) there.value = values_.loaded({array, element, there.write, false}, there.written);
        return there.value;
    }

    void access(const ptx::Instruction& in, uint32_t pc) {
        const bool loads = ptx::value_flow(in) == ptx::ValueFlow::loads;
        const size_t place_operand = ptx::destinations(function(), in);
        if (request_ >= last_request_ || trace_.accesses[trace_.requests[request_].first].pc != pc) {
            if (loads) forget(in, pc); // a load of constant memory or parameters
            return;
        }
        std::vector<uint32_t> base;
        add_registers(in.operands[place_operand], base);
        const uint32_t address_register = base.empty() ? ptx::no_register : base.front();
        for (; request_ < last_request_ && trace_.accesses[trace_.requests[request_].first].pc == pc; ++request_) {
            const TraceRequest& request = trace_.requests[request_];
            if (loads)
                load_all(request, in);
            else
                write_all(pc, request, in, place_operand + 1, address_register);
        }
    }

    void pass_requests(uint32_t pc) {
        while (request_ < last_request_ && trace_.accesses[trace_.requests[request_].first].pc == pc) ++request_;
    }

    void load_all(const TraceRequest& request, const ptx::Instruction& in) {
        const std::vector<uint32_t> to = element_registers(in.operands[0]);
        uint32_t index = request.first;
        for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1, ++index) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
            const TraceAccess& one = trace_.accesses[index];
            const uint32_t bytes = one.bytes / static_cast<uint32_t>(to.size());
            for (size_t k = 0; k < to.size(); ++k) {
                if (to[k] == ptx::no_register) continue;
                Value value = no_value;
                if (const auto at = arrays_.locate(one, one.address + k * bytes))
                    value = load(at->array, at->element);
                else if (one.space == ptx::Space::local)
                    value = local_.at(thread_owner(one.thread), one.address + k * bytes);
                put(to[k], lane, value);
            }
        }
    }

    void write_all(uint32_t pc, const TraceRequest& request, const ptx::Instruction& in, size_t operand,
                   uint32_t address_register) {
        const TraceStep& step = *step_;
        const std::vector<uint32_t> from = element_registers(in.operands[operand]);
        const bool atomic = in.opcode != Opcode::st;
        FlowTime latest = 0; // one time for all lanes of a request, because they write together
        for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            for (const uint32_t reg : from)
                if (reg != ptx::no_register) latest = std::max(latest, values_.time(held(reg)[lane]));
        }
        const FlowTime when = after(step.interval, latest);
        uint32_t index = request.first;
        for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1, ++index) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
            const TraceAccess& one = trace_.accesses[index];
            const uint32_t bytes = one.bytes / static_cast<uint32_t>(from.size());
            for (size_t k = 0; k < from.size(); ++k) {
                const Value value = from[k] == ptx::no_register ? no_value : held(from[k])[lane];
                const auto at = arrays_.locate(one, one.address + k * bytes);
                if (!at) {
                    if (one.space == ptx::Space::local)
                        local_.set(thread_owner(one.thread), one.address + k * bytes, value);
                    continue;
                }
                FlowWrite write = made(at->array, at->element, step, pc, lane, when);
                write.atomic = atomic;
                write.first_source = static_cast<uint32_t>(flow_.sources.size());
                values_.collect(value, flow_.sources, flow_.writes);
                if (address_register != ptx::no_register) {
                    const size_t data = flow_.sources.size();
                    values_.collect(held(address_register)[lane], flow_.sources, flow_.writes);
                    for (size_t s = data; s < flow_.sources.size(); ++s) flow_.sources[s].by_address = true;
                }
                write.sources = static_cast<uint32_t>(flow_.sources.size()) - write.first_source;
                if (in.opcode == Opcode::atom && k == 0)
                    if (const auto to = register_of(in.operands[0])) put(*to, lane, load(at->array, at->element));
                record(write, when);
            }
        }
    }

    const BlockTrace& trace_;
    FlowArrays arrays_;
    std::vector<std::unordered_map<uint64_t, Place>> places_;
    Flow flow_;
    ValueGraph values_;
    ByteTags<Value> local_;
    const TraceStep* step_ = nullptr;
    uint32_t request_ = 0, shuffle_ = 0, last_request_ = 0, last_shuffle_ = 0; // current and end positions
};

} // namespace

const FlowArray* Flow::most_informative() const {
    const FlowArray* best = nullptr;
    auto rank = [](const FlowArray& array) {
        return std::tuple(array.inner, array.kind == FlowArray::Kind::shared, array.writes);
    };
    for (const FlowArray& array : arrays)
        if (array.writes > 0 && (best == nullptr || rank(array) > rank(*best))) best = &array;
    return best;
}

Flow flow_of(const BlockTrace& trace, const simt::Program& program, uint32_t kernel, const ExecutionPlan& plan) {
    return Follower(trace, program, kernel, plan).run();
}

} // namespace warpscope::metrics
