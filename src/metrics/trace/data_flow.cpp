#include "metrics/trace/data_flow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

#include "metrics/trace/traced_arrays.hpp"
#include "metrics/trace/value_graph.hpp"
#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/operands.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

constexpr size_t most_sources = 1'000'000;

/// Adds the registers of an operand that hold data: predicates decide, and are not followed.
void add_data_registers(const ptx::Function& function, const ptx::Operand& operand, std::vector<uint32_t>& to) {
    add_registers(operand, to);
    std::erase_if(to, [&](uint32_t reg) { return function.registers[reg].type == ptx::Type::pred; });
}

/// Elements of a load's destination or a store's source; no_register for what is no register.
std::vector<uint32_t> element_registers(const ptx::Operand& operand) {
    std::vector<uint32_t> out;
    for (const ptx::Operand& element : ptx::elements_of(operand))
        out.push_back(ptx::register_of(element).value_or(ptx::no_register));
    return out;
}

class Follower {
public:
    Follower(const BlockTrace& trace, const simt::Program& program, uint32_t kernel, const ExecutionPlan& plan)
        : trace_(trace)
        , code_(program.module())
        , arrays_(trace, program, kernel, plan)
        , places_(arrays_.all().size()) {
        flow_.arrays = arrays_.all();
    }

    Flow run() {
        flow_.truncated = trace_.truncated || trace_.steps_truncated;
        for (size_t k = 0; k < trace_.steps.size(); ++k) {
            if (values_.full() || flow_.sources.size() > most_sources) {
                flow_.truncated = true;
                break;
            }
            const bool last = k + 1 == trace_.steps.size();
            request_ = trace_.steps[k].first_request;
            shuffle_ = trace_.steps[k].first_shuffle;
            last_request_ = last ? static_cast<uint32_t>(trace_.requests.size()) : trace_.steps[k + 1].first_request;
            last_shuffle_ = last ? static_cast<uint32_t>(trace_.shuffles.size()) : trace_.steps[k + 1].first_shuffle;
            follow(trace_.steps[k]);
        }
        group_and_count(flow_);
        return std::move(flow_);
    }

private:
    struct Place {
        uint32_t write = no_write;
        Value value = no_value; // the load's, so that many loads of one value are one
        FlowTime written = 0;
    };

    std::vector<Value>& registers(uint32_t warp, uint32_t function) {
        std::vector<Value>& all = registers_[{warp, function}];
        if (all.empty())
            all.resize(std::max<size_t>(1, code_.module().functions[function].registers.size()) * warp_size);
        return all;
    }

    void follow(const TraceStep& step) {
        const uint32_t f = code_.function_of(step.first_pc);
        const ptx::Function& function = code_.module().functions[f];
        std::vector<Value>& held = registers(step.warp, f);
        for (uint32_t pc = step.first_pc; pc < step.end_pc; ++pc) {
            const ptx::Instruction& in = code_.at(pc);
            switch (in.opcode) {
            case Opcode::ld:
            case Opcode::st:
            case Opcode::atom:
            case Opcode::red: access(step, pc, in, held); break;
            case Opcode::cp:
            case Opcode::mbarrier: pass_requests(pc); break; // which values they move is not followed
            case Opcode::ldmatrix:
            case Opcode::mma:
            case Opcode::movmatrix:
            case Opcode::wmma: // nor which elements of a matrix they came from
            case Opcode::tex:  // nor which texels
                pass_requests(pc);
                forget(step, in, held);
                break;
            case Opcode::shfl: shuffle(step, pc, in, held); break;
            case Opcode::redux: reduce(step, in, function, held); break;
            case Opcode::call:
                for (const ptx::CallOperands& call : in.call) called(call);
                break;
            default: compute(step, in, function, held); break;
            }
        }
    }

    void called(const ptx::CallOperands& call) {
        const auto* symbol = std::get_if<ptx::SymbolRef>(&call.callee.value);
        const ptx::Function* callee = symbol == nullptr ? nullptr : code_.module().find_function(symbol->name);
        if (callee == nullptr || !callee->is_declaration) flow_.calls = true;
    }

    void set(const ptx::Instruction& in, Value& place, Value value) {
        place = in.predicated ? values_.joined(place, value) : value;
    }

    void compute(const TraceStep& step, const ptx::Instruction& in, const ptx::Function& function,
                 std::vector<Value>& held) {
        if (in.operands.size() < 2) return;
        targets_.clear();
        sources_.clear();
        add_data_registers(function, in.operands[0], targets_);
        if (targets_.empty()) return;
        for (size_t k = 1; k < in.operands.size(); ++k) add_data_registers(function, in.operands[k], sources_);
        for (simt::LaneMask rest = step.active; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            Value value = no_value;
            for (const uint32_t source : sources_) value = values_.joined(value, held[source * warp_size + lane]);
            for (const uint32_t target : targets_) set(in, held[target * warp_size + lane], value);
        }
    }

    void reduce(const TraceStep& step, const ptx::Instruction& in, const ptx::Function& function,
                std::vector<Value>& held) {
        sources_.clear();
        targets_.clear();
        add_data_registers(function, in.operands[0], targets_);
        add_data_registers(function, in.operands[1], sources_);
        Value value = no_value;
        for (simt::LaneMask rest = step.active; rest != 0; rest &= rest - 1)
            for (const uint32_t source : sources_)
                value = values_.joined(value, held[source * warp_size + static_cast<size_t>(std::countr_zero(rest))]);
        for (simt::LaneMask rest = step.active; rest != 0; rest &= rest - 1)
            for (const uint32_t target : targets_)
                set(in, held[target * warp_size + static_cast<size_t>(std::countr_zero(rest))], value);
    }

    /// The time of something that happens in `epoch` and depends on what happened at `latest`.
    static FlowTime after(uint32_t epoch, FlowTime latest) {
        const FlowTime begin = flow_time(epoch, 0);
        return latest < begin ? begin : latest + 1;
    }

    void shuffle(const TraceStep& step, uint32_t pc, const ptx::Instruction& in, std::vector<Value>& held) {
        if (shuffle_ >= last_shuffle_ || trace_.shuffles[shuffle_].pc != pc) return;
        const TraceShuffle& done = trace_.shuffles[shuffle_++];
        const size_t behind = in.modifiers.sync ? 4 : 3; // operands from the source on
        const auto to = register_of(in.operands[0]), what = register_of(in.operands[in.operands.size() - behind]);
        if (!to) return;
        std::array<Value, warp_size> given{};
        FlowTime latest = 0;
        bool any_written = false;
        for (simt::LaneMask rest = done.active; rest != 0 && what.has_value(); rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            given[lane] = held[*what * warp_size + done.from[lane]];
            latest = std::max(latest, values_.time(given[lane]));
            any_written = any_written || done.from[lane] != lane;
        }
        const FlowTime when = after(step.epoch, any_written ? latest : 0);
        std::array<uint32_t, warp_size> before{}; // all lanes give before any receives
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
            set(in, held[*to * warp_size + lane], value);
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
        write.epoch = step.epoch;
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

    void access(const TraceStep& step, uint32_t pc, const ptx::Instruction& in, std::vector<Value>& held) {
        const bool loads = in.opcode == Opcode::ld, stores = in.opcode == Opcode::st;
        const size_t place_operand = in.opcode == Opcode::ld || in.opcode == Opcode::atom ? 1 : 0;
        if (request_ >= last_request_ || trace_.accesses[trace_.requests[request_].first].pc != pc) {
            if (loads) forget(step, in, held); // constant memory and parameters: nothing that the block made
            return;
        }
        std::vector<uint32_t> base;
        add_registers(in.operands[place_operand], base);
        const uint32_t address_register = base.empty() ? ptx::no_register : base.front();
        for (; request_ < last_request_ && trace_.accesses[trace_.requests[request_].first].pc == pc; ++request_) {
            const TraceRequest& request = trace_.requests[request_];
            if (loads)
                load_all(request, in, held);
            else
                write_all(step, pc, request, in, held, stores ? 1 : place_operand + 1, address_register);
        }
    }

    void pass_requests(uint32_t pc) {
        while (request_ < last_request_ && trace_.accesses[trace_.requests[request_].first].pc == pc) ++request_;
    }

    void forget(const TraceStep& step, const ptx::Instruction& in, std::vector<Value>& held) {
        for (const uint32_t reg : element_registers(in.operands[0]))
            for (simt::LaneMask rest = step.active; rest != 0 && reg != ptx::no_register; rest &= rest - 1)
                set(in, held[reg * warp_size + static_cast<size_t>(std::countr_zero(rest))], no_value);
    }

    void load_all(const TraceRequest& request, const ptx::Instruction& in, std::vector<Value>& held) {
        const std::vector<uint32_t> to = element_registers(in.operands[0]);
        uint32_t index = request.first;
        for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1, ++index) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            const TraceAccess& one = trace_.accesses[index];
            const uint32_t bytes = one.bytes / static_cast<uint32_t>(to.size());
            for (size_t k = 0; k < to.size(); ++k) {
                if (to[k] == ptx::no_register) continue;
                Value value = no_value;
                if (const auto at = arrays_.locate(one, one.address + k * bytes))
                    value = load(at->array, at->element);
                else if (one.space == ptx::Space::local)
                    value = local_[{one.thread, one.address + k * bytes}];
                held[to[k] * warp_size + lane] = value;
            }
        }
    }

    void write_all(const TraceStep& step, uint32_t pc, const TraceRequest& request, const ptx::Instruction& in,
                   std::vector<Value>& held, size_t operand, uint32_t address_register) {
        const std::vector<uint32_t> from = element_registers(in.operands[operand]);
        const bool atomic = in.opcode != Opcode::st;
        FlowTime latest = 0; // all lanes of a request write in one step
        for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            for (const uint32_t reg : from)
                if (reg != ptx::no_register) latest = std::max(latest, values_.time(held[reg * warp_size + lane]));
        }
        const FlowTime when = after(step.epoch, latest);
        uint32_t index = request.first;
        for (simt::LaneMask rest = request.mask; rest != 0; rest &= rest - 1, ++index) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
            const TraceAccess& one = trace_.accesses[index];
            const uint32_t bytes = one.bytes / static_cast<uint32_t>(from.size());
            for (size_t k = 0; k < from.size(); ++k) {
                const Value value = from[k] == ptx::no_register ? no_value : held[from[k] * warp_size + lane];
                const auto at = arrays_.locate(one, one.address + k * bytes);
                if (!at) {
                    if (one.space == ptx::Space::local) local_[{one.thread, one.address + k * bytes}] = value;
                    continue;
                }
                FlowWrite write = made(at->array, at->element, step, pc, lane, when);
                write.atomic = atomic;
                write.first_source = static_cast<uint32_t>(flow_.sources.size());
                values_.collect(value, flow_.sources, flow_.writes);
                if (address_register != ptx::no_register) {
                    const size_t data = flow_.sources.size();
                    values_.collect(held[address_register * warp_size + lane], flow_.sources, flow_.writes);
                    for (size_t s = data; s < flow_.sources.size(); ++s) flow_.sources[s].by_address = true;
                }
                write.sources = static_cast<uint32_t>(flow_.sources.size()) - write.first_source;
                if (in.opcode == Opcode::atom && k == 0)
                    if (const auto to = register_of(in.operands[0]))
                        held[*to * warp_size + lane] = load(at->array, at->element);
                record(write, when);
            }
        }
    }

    const BlockTrace& trace_;
    Instructions code_;
    FlowArrays arrays_;
    std::vector<std::unordered_map<uint64_t, Place>> places_; // by array
    Flow flow_;
    ValueGraph values_;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Value>> registers_;    // by warp and function
    std::map<std::pair<uint32_t, uint64_t>, Value> local_;                     // by thread and address
    uint32_t request_ = 0, shuffle_ = 0, last_request_ = 0, last_shuffle_ = 0; // of the step under way
    std::vector<uint32_t> targets_, sources_;
};

} // namespace

const FlowArray* Flow::most_telling() const {
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
