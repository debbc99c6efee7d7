#include "simt/decode/decoder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/analysis/clock_values.hpp"
#include "ptx/analysis/liveness.hpp"
#include "ptx/analysis/shared_points_to.hpp"
#include "simt/analysis/source_attribution.hpp"
#include "simt/analysis/yield_before_release.hpp"
#include "simt/divergence/branch.hpp"
#include "simt/divergence/step_hook.hpp"
#include "simt/ops/fence.hpp"
#include "simt/ops/predicates.hpp"

namespace warpscope::simt {

using ptx::Opcode;
using ptx::Space;
using ptx::Type;

namespace {

constexpr size_t longest_block = 500;

uint64_t aligned(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

bool guards_itself(Opcode opcode) {
    switch (opcode) {
    case Opcode::bra:
    case Opcode::ret:
    case Opcode::exit:
    case Opcode::trap:
    case Opcode::call: return true;
    default: return false;
    }
}

bool ends_block(const ptx::Instruction& in) {
    return (in.opcode == Opcode::bar || in.opcode == Opcode::barrier) && in.modifiers.mode != ptx::Mode::warp;
}

uint32_t float_operations_of(const ptx::Instruction& in) {
    if (ptx::info_of(in.opcode).kind == ptx::OpcodeKind::matrix) return matrix_operations_of(in);
    const Type type = in.modifiers.types.empty() ? Type::none : in.modifiers.types[0];
    if (!is_float(type) && !is_half(type)) return 0;
    const uint32_t lanes = type == Type::f16x2 || type == Type::bf16x2 ? 2 : 1;
    switch (in.opcode) {
    case Opcode::fma:
    case Opcode::mad: return 2 * lanes;
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::div:
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::ex2:
    case Opcode::lg2:
    case Opcode::tanh: return lanes;
    default: return 0;
    }
}

uint32_t register_room(Type type) { return type == Type::b128 ? 16 : slot_bytes(type); }

Message unknown_register(const ptx::Instruction& in) {
    for (const ptx::Operand& operand : in.operands)
        if (const auto* symbol = std::get_if<ptx::SymbolRef>(&operand.value))
            if (symbol->name.starts_with('%'))
                return msg("'{}' is neither declared nor a special register known here", symbol->name);
    return {};
}

} // namespace

std::vector<ParameterInfo> parameter_layout(const ptx::Function& function, uint64_t& bytes) {
    std::vector<ParameterInfo> layout;
    bytes = 0;
    for (const ptx::Variable& parameter : function.parameters) {
        bytes = aligned(bytes, std::max(parameter.alignment, 1u));
        layout.push_back({parameter.type, bytes, parameter.bytes, std::max(parameter.alignment, 1u)});
        bytes += parameter.bytes;
    }
    return layout;
}

FunctionDecoder::FunctionDecoder(Program::Impl& out, uint32_t function, std::vector<Diagnostic>& problems)
    : out_(out)
    , module_(*out.module)
    , function_(module_.functions[function])
    , function_index_(function)
    , code_(out.functions[function])
    , problems_(problems)
    , flow_(ptx::build_cfg(function_))
    , kernel_folder_(kernel_folder(module_))
    , uses_(function_) {}

Inst& FunctionDecoder::emit(Handler handler) {
    if (handler == nullptr) failed_ = true;
    Inst& inst = code_.code.emplace_back();
    inst.handler = handler;
    inst.pc = pc_;
    return inst;
}

Inst& FunctionDecoder::emit(Handler handler, uint32_t destination, const uint32_t (&sources)[4]) {
    Inst& inst = emit(handler);
    inst.d = destination;
    inst.a = sources[0];
    inst.b = sources[1];
    inst.c = sources[2];
    inst.aux = sources[3];
    return inst;
}

void FunctionDecoder::unsupported(const Instruction& in, Message why) {
    failed_ = false;
    if (why.empty()) why = unknown_register(in);
    Diagnostic problem;
    problem.message = why.empty()
                          ? msg("'{}' (PTX line {}) is not supported by the emulator", in.text, in.ptx_line)
                          : msg("'{}' (PTX line {}) is not supported by the emulator: {}", in.text, in.ptx_line, why);
    problem.where = user_source(in, kernel_folder_);
    if (problem.where.file.empty()) problem.where = in.source;
    problems_.push_back(std::move(problem));
}

void FunctionDecoder::layout_locals() {
    uint64_t bytes = 0;
    const auto place = [&](const ptx::Variable& variable) {
        bytes = aligned(bytes, std::max(variable.alignment, 1u));
        const auto offset = static_cast<uint32_t>(bytes);
        locals_.emplace(variable.name, offset);
        bytes += variable.bytes;
        return offset;
    };
    if (function_.is_entry) {
        uint64_t parameter_bytes = 0;
        const auto layout = parameter_layout(function_, parameter_bytes);
        for (size_t k = 0; k < layout.size(); ++k)
            kernel_parameters_.emplace(function_.parameters[k].name, layout[k].offset);
    } else {
        for (const ptx::Variable& result : function_.results) {
            code_.result_offsets.push_back(place(result));
            code_.result_bytes.push_back(static_cast<uint32_t>(result.bytes));
        }
        for (const ptx::Variable& parameter : function_.parameters) {
            code_.parameter_offsets.push_back(place(parameter));
            code_.parameter_bytes.push_back(static_cast<uint32_t>(parameter.bytes));
        }
    }
    for (const ptx::Variable& variable : function_.variables)
        if (variable.space == Space::local || variable.space == Space::param) place(variable);
    code_.local_bytes = static_cast<uint32_t>(aligned(bytes, 16));
    code_.stack_offsets = locals_;
}

uint32_t FunctionDecoder::line_of(const InstructionInfo& info) {
    if (info.user_source.line == 0) return 0;
    return lines_.try_emplace({info.user_source.file, info.user_source.line}, lines_.size() + 1).first->second;
}

void FunctionDecoder::describe(const Instruction& in) {
    InstructionInfo info;
    info.function = function_index_;
    info.ptx_line = in.ptx_line;
    info.source = in.source;
    info.user_source = user_source(in, kernel_folder_);
    if (in.opcode == Opcode::ld && in.source.line == 0)
        info.user_source = uses_.of(static_cast<size_t>(&in - function_.body.data()), kernel_folder_);
    if (in.opcode == Opcode::st && info.user_source.file.empty())
        info.user_source = uses_.of_stored_value(static_cast<size_t>(&in - function_.body.data()), kernel_folder_);
    info.text = in.text;
    info.float_operations = float_operations_of(in);
    out_.instructions.push_back(std::move(info));
}

void FunctionDecoder::run() {
    code_.first_pc = static_cast<uint32_t>(out_.instructions.size());
    layout_locals();
    for (const ptx::RegisterDecl& reg : function_.registers) {
        const uint32_t bytes = std::max(register_room(reg.type), 1u);
        register_slots_.push_back(allocate(bytes));
        code_.registers.push_back({register_slots_.back(), bytes == 1 ? 4 : bytes * warp_size});
    }
    for (const uint32_t reg : ptx::read_before_written(function_, flow_)) code_.cleared.push_back(code_.registers[reg]);
    const std::vector<bool> times = ptx::clock_values(function_);
    for (size_t reg = 0; reg < times.size(); ++reg)
        if (!times[reg]) code_.timeless.push_back(code_.registers[reg]);
    if (!out_.shared_variables.empty())
        shared_targets_ = shared_targets(function_, [this](const std::string& name) {
            const bool hidden = locals_.contains(name) || kernel_parameters_.contains(name);
            return hidden ? ptx::no_shared_variable : shared_variable(name);
        });
    pc_ = code_.first_pc;
    if (!function_.is_entry) transfer_registers(true);
    first_inst_.resize(function_.body.size());
    for (uint32_t index = 0; index < function_.body.size(); ++index) decode(index);
    patch_targets();
    if (!out_.for_stepping) fuse_pairs();
    for (uint32_t index = 0; index < function_.body.size(); ++index)
        if (flow_.reconvergence[index] != ptx::function_end)
            out_.instructions[code_.first_pc + index].reconvergence_pc = code_.first_pc + flow_.reconvergence[index];
    code_.frame_bytes = (frame_bytes_ + 63) / 64 * 64;
}

void FunctionDecoder::decode(uint32_t index) {
    const Instruction& in = function_.body[index];
    if (flow_.blocks[flow_.block_of[index]].first == index && block_open_) {
        end_block(emit(control_fall_through()));
    }
    const Handler yield_handler = out_.has_releases ? yield_before(in) : nullptr;
    const bool may_end_lanes = in.opcode == Opcode::alloca || in.opcode == Opcode::stackrestore;
    // Also ends long basic blocks: without tail calls, handlers nest on the host's stack.
    if (block_open_ && (yield_handler != nullptr || may_end_lanes || code_.code.size() - block_start_ > longest_block))
        end_block(emit(control_fall_through()));
    pc_ = static_cast<uint32_t>(out_.instructions.size());
    describe(in);
    first_inst_[index] = static_cast<uint32_t>(code_.code.size());
    if (out_.for_stepping) emit(before_instruction()).aux = line_of(out_.instructions.back());
    if (yield_handler != nullptr) {
        emit(yield_handler);
        emit(control_pass());
    }
    if (!block_open_) {
        block_open_ = true;
        block_first_ = pc_;
        block_start_ = code_.code.size();
        shapes_.fill({});
    }
    temporaries_used_.clear();
    failed_ = false;
    const size_t before = problems_.size();
    // fence.proxy.* orders memory proxies that do not exist here.
    const bool no_effect =
        in.opcode == Opcode::fence || in.opcode == Opcode::griddepcontrol || in.opcode == Opcode::setmaxnreg;
    const bool has_words = in.opcode == Opcode::barrier || in.opcode == Opcode::cvt || in.opcode == Opcode::cp ||
                           in.opcode == Opcode::mbarrier || in.opcode == Opcode::createpolicy ||
                           in.opcode == Opcode::tex || ptx::info_of(in.opcode).kind == ptx::OpcodeKind::matrix;
    const bool unknown = !in.modifiers.unknown.empty() && !no_effect && !has_words;
    if (unknown || ptx::info_of(in.opcode).support != ptx::OpcodeSupport::emulated) {
        unsupported(in);
    } else if (in.opcode == Opcode::bra || in.opcode == Opcode::brx) {
        decode_branch(index, in);
    } else if (in.predicated && !guards_itself(in.opcode)) {
        const size_t bracket = code_.code.size();
        Inst& begin = emit(predicate_begin(in.predicate.negated));
        begin.a = register_slots_[in.predicate.index];
        begin.aux = static_cast<uint32_t>(out_.predicated.size());
        out_.predicated.push_back(pc_);
        predicated_ = true;
        decode_body(in);
        predicated_ = false;
        emit(predicate_end());
        code_.code[bracket].b = static_cast<uint32_t>(code_.code.size() - bracket);
        if (ends_block(in)) end_block(emit(control_fall_through()));
    } else {
        decode_body(in);
    }
    if (failed_ && problems_.size() == before) unsupported(in);
}

void FunctionDecoder::decode_body(const Instruction& in) {
    switch (in.opcode) {
    case Opcode::ret:
    case Opcode::exit:
    case Opcode::trap: return decode_leave(in);
    case Opcode::call: return decode_call(in);
    case Opcode::bar:
    case Opcode::barrier: return decode_barrier(in);
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st: return decode_load_store(in);
    case Opcode::atom:
    case Opcode::red: return decode_atomic(in);
    case Opcode::cvta: return decode_cvta(in);
    case Opcode::isspacep: return decode_isspacep(in);
    case Opcode::mov: return decode_mov(in);
    case Opcode::cvt: return is_narrow_conversion(in.modifiers) ? decode_narrow(in) : decode_alu(in);
    case Opcode::cp: return decode_copy(in);
    case Opcode::mbarrier: return decode_mbarrier(in);
    case Opcode::tex: return decode_texture(in);
    case Opcode::createpolicy: {
        const Destination policy = destination(in.operands[0], Type::b64);
        emit(find_move(8)).d = policy.slot;
        code_.code.back().a = constant_bits(8, 0);
        return finish(policy);
    }
    case Opcode::mapa:
    case Opcode::getctarank: return decode_cluster_address(in);
    case Opcode::wmma:
    case Opcode::mma:
    case Opcode::ldmatrix:
    case Opcode::movmatrix: return decode_matrix(in);
    case Opcode::setp: return decode_setp(in);
    case Opcode::set: return decode_set(in);
    case Opcode::lop3: return decode_lop3(in);
    case Opcode::alloca:
    case Opcode::stacksave:
    case Opcode::stackrestore: return decode_stack(in);
    case Opcode::activemask:
    case Opcode::vote:
    case Opcode::match:
    case Opcode::shfl:
    case Opcode::redux:
    case Opcode::elect: return decode_warp(in);
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
        if (!in.modifiers.types.empty() && in.modifiers.types[0] == Type::pred) {
            const uint32_t a = source(in.operands[1], Type::pred);
            const uint32_t b = in.operands.size() > 2 ? source(in.operands[2], Type::pred) : a;
            const Destination d = destination(in.operands[0], Type::pred);
            Inst& inst = emit(find_predicate_logic(in.opcode));
            inst.d = d.slot;
            inst.a = a;
            inst.b = b;
            return;
        }
        return decode_alu(in);
    case Opcode::fence:
    case Opcode::membar: emit(simple_fence()); return;
    case Opcode::nanosleep: {
        const uint32_t time = source(in.operands[0], Type::u32);
        emit(simple_nanosleep()).a = time;
        return;
    }
    case Opcode::applypriority:
    case Opcode::discard:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::pmevent:
    case Opcode::griddepcontrol:
    case Opcode::setmaxnreg: return; // no observable effect
    case Opcode::brkpt: return;
    default: return ptx::info_of(in.opcode).kind == ptx::OpcodeKind::video ? decode_video(in) : decode_alu(in);
    }
}

} // namespace warpscope::simt
