#include "simt/program.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "ptx/analysis/fence_loops.hpp"
#include "simt/analysis/size_limits.hpp"
#include "simt/analysis/yield_before_release.hpp"
#include "simt/code/opcode_form.hpp"
#include "simt/decode/decoder.hpp"

namespace warpscope::simt {
namespace {

constexpr uint64_t unknown_stack_bytes = 64 * 1024;

uint64_t aligned(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

void collect_shared(Program::Impl& out) {
    const auto add = [&](const ptx::Variable& variable, uint32_t function) {
        if (variable.space != ptx::Space::shared) return;
        out.shared_variables.push_back(
            {variable.name, function, std::max(variable.alignment, 1u), variable.bytes, variable.is_extern});
    };
    for (const ptx::Variable& variable : out.module->variables) add(variable, ~0u);
    for (uint32_t k = 0; k < out.module->functions.size(); ++k)
        for (const ptx::Variable& variable : out.module->functions[k].variables) add(variable, k);
}

/// An indirect call may reach every device function.
std::set<uint32_t> reachable(const Program::Impl& code, uint32_t from) {
    std::set<uint32_t> seen;
    std::vector<uint32_t> open{from};
    while (!open.empty()) {
        const uint32_t function = open.back();
        open.pop_back();
        if (!seen.insert(function).second) continue;
        const DecodedFunction& decoded = code.functions[function];
        open.insert(open.end(), decoded.callees.begin(), decoded.callees.end());
        if (decoded.has_indirect_call)
            for (uint32_t k = 0; k < code.functions.size(); ++k)
                if (!code.module->functions[k].is_entry && !code.functions[k].code.empty()) open.push_back(k);
    }
    return seen;
}

/// Sets DecodedFunction::stack of the function and its callees. The stack stays unknown for recursion and indirect
/// calls. `known`: visited functions.
void find_stack(Program::Impl& code, uint32_t function, std::vector<uint8_t>& known) {
    DecodedFunction& decoded = code.functions[function];
    if (std::exchange(known[function], uint8_t{1}) != 0 || decoded.has_indirect_call) return;
    uint64_t deepest = 0;
    for (const uint32_t callee : decoded.callees) {
        find_stack(code, callee, known);
        if (!code.functions[callee].stack) return;
        deepest = std::max(deepest, *code.functions[callee].stack);
    }
    decoded.stack = aligned(decoded.local_bytes, 16) + deepest;
}

uint64_t stack_of_kernel(const Program::Impl& code, uint32_t function, const std::set<uint32_t>& reached) {
    const std::optional<uint64_t>& need = code.functions[function].stack;
    if (!need) return unknown_stack_bytes;
    const bool allocates =
        std::ranges::any_of(reached, [&](uint32_t k) { return code.functions[k].allocated.has_value(); });
    if (allocates) return std::min(*need + unknown_stack_bytes, max_local_bytes);
    return std::max<uint64_t>(*need, 16);
}

Kernel describe_kernel(const Program::Impl& code, uint32_t function) {
    const ptx::Function& entry = code.module->functions[function];
    Kernel kernel;
    kernel.function = function;
    kernel.parameters = parameter_layout(entry, kernel.parameter_bytes);
    kernel.shared_offsets.assign(code.shared_variables.size(), 0);

    std::set<uint32_t> used;
    const std::set<uint32_t> reached = reachable(code, function);
    for (const uint32_t k : reached)
        used.insert(code.functions[k].shared_variables.begin(), code.functions[k].shared_variables.end());
    uint64_t bytes = 0, dynamic_alignment = 16;
    for (const uint32_t k : used) {
        const SharedVariable& variable = code.shared_variables[k];
        if (variable.is_dynamic()) {
            dynamic_alignment = std::max<uint64_t>(dynamic_alignment, variable.alignment);
            continue;
        }
        bytes = aligned(bytes, variable.alignment);
        kernel.shared_offsets[k] = static_cast<uint32_t>(bytes);
        bytes += variable.bytes;
    }
    // All extern arrays begin at one offset, after the static variables.
    const bool any_dynamic =
        std::ranges::any_of(used, [&](uint32_t k) { return code.shared_variables[k].is_dynamic(); });
    if (any_dynamic) bytes = aligned(bytes, dynamic_alignment);
    for (const uint32_t k : used)
        if (code.shared_variables[k].is_dynamic()) kernel.shared_offsets[k] = static_cast<uint32_t>(bytes);
    kernel.static_shared_bytes = static_cast<uint32_t>(std::min<uint64_t>(bytes, ~uint32_t{0}));

    for (const uint32_t k : used)
        kernel.shared.push_back(
            {code.shared_variables[k].name, kernel.shared_offsets[k], code.shared_variables[k].bytes});
    std::ranges::stable_sort(kernel.shared, {}, &SharedVariableInfo::offset);
    kernel.stack_bytes = stack_of_kernel(code, function, reached);
    kernel.resources = {kernel.static_shared_bytes, code.functions[function].local_bytes,
                        static_cast<uint32_t>(entry.registers.size()), entry.max_threads};
    return kernel;
}

/// `fenced`: the instruction is in a loop with a fence.
bool can_wait(const ptx::Instruction& instruction, bool fenced) {
    if (instruction.opcode == ptx::Opcode::atom || instruction.opcode == ptx::Opcode::mbarrier) return true;
    return instruction.opcode == ptx::Opcode::ld && (fenced || is_strong(instruction.modifiers));
}

void find_waiting_accesses(Program::Impl& out) {
    std::vector<uint8_t> waits(out.instructions.size());
    const std::vector<uint8_t> fencing = functions_with_fences(*out.module);
    for (size_t f = 0; f < out.functions.size(); ++f) {
        const std::vector<ptx::Instruction>& body = out.module->functions[f].body;
        if (out.functions[f].code.empty()) continue;
        const std::vector<uint8_t> fenced = in_loops_with_fences(*out.module, out.module->functions[f], fencing);
        for (uint32_t k = 0; k < body.size(); ++k) {
            if (!can_wait(body[k], !fenced.empty() && fenced[k] != 0)) continue;
            waits[out.functions[f].first_pc + k] = 1;
            const ptx::Space space = body[k].modifiers.space;
            if (body[k].opcode == ptx::Opcode::mbarrier) continue;
            if (space == ptx::Space::global || space == ptx::Space::generic) out.blocks_can_wait = true;
        }
    }
    for (uint32_t b = 0; b < out.blocks.size(); ++b)
        if (std::find(waits.begin() + out.blocks[b].first_pc, waits.begin() + out.blocks[b].end_pc, 1) !=
            waits.begin() + out.blocks[b].end_pc)
            out.waiting_blocks.push_back(b);
}

void find_stacks(Program::Impl& code, std::vector<Diagnostic>& problems) {
    std::vector<uint8_t> known(code.functions.size());
    for (uint32_t k = 0; k < code.functions.size(); ++k) {
        const ptx::Function& function = code.module->functions[k];
        find_stack(code, k, known);
        const uint64_t bytes = function.is_entry ? code.functions[k].stack.value_or(0) : 0;
        if (bytes > max_local_bytes)
            problems.push_back({ErrorKind::failed,
                                msg("{} and the functions that it calls take {} bytes of local memory; a thread has {}",
                                    function.name, bytes, max_local_bytes),
                                {},
                                {}});
    }
}

std::unique_ptr<Program::Impl> decode(std::shared_ptr<const ptx::Module> module, Purpose purpose,
                                      std::vector<Diagnostic>& problems) {
    auto out = std::make_unique<Program::Impl>();
    out->for_stepping = purpose == Purpose::stepping;
    out->module = std::move(module);
    out->functions.resize(out->module->functions.size());
    problems = find_exceeded_limits(*out->module);
    if (!problems.empty()) return out;
    collect_shared(*out);
    out->has_releases = has_releases(*out->module);
    for (uint32_t k = 0; k < out->functions.size(); ++k)
        if (!out->module->functions[k].is_declaration) FunctionDecoder(*out, k, problems).run();
    find_stacks(*out, problems);
    find_waiting_accesses(*out);
    return out;
}

} // namespace

std::string kind_of_form(const Diagnostic& form) {
    const auto arguments = form.message.arguments();
    const auto* const reason = arguments.size() > 2 ? std::get_if<Message>(&arguments[2].value) : nullptr;
    if (reason != nullptr) return reason->english();
    const std::string text = form.message.english();
    return text.substr(0, text.find(' '));
}

Program::Program(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
Program::~Program() = default;

namespace {

Diagnostic joined(const std::vector<Diagnostic>& problems) {
    constexpr size_t max_listed = 10;
    Diagnostic all = problems.front();
    std::vector<Message> lines{all.message};
    std::set<std::string> kinds{kind_of_form(all)};
    size_t omitted = 0;
    for (const Diagnostic& problem : std::span(problems).subspan(1)) {
        if (kinds.size() < max_listed && kinds.insert(kind_of_form(problem)).second)
            lines.push_back(problem.whole());
        else
            ++omitted;
    }
    if (omitted != 0) lines.push_back(msg("and {} more instructions, most of them of these kinds", omitted));
    all.message = warpscope::joined(lines, "\n");
    return all;
}

} // namespace

Result<std::shared_ptr<const Program>> Program::build(std::shared_ptr<const ptx::Module> module, Purpose purpose) {
    std::vector<Diagnostic> problems;
    std::unique_ptr<Impl> impl = decode(std::move(module), purpose, problems);
    if (!problems.empty()) return tl::unexpected(joined(problems));
    for (uint32_t k = 0; k < impl->functions.size(); ++k)
        if (impl->module->functions[k].is_entry) impl->kernels.push_back(describe_kernel(*impl, k));
    return std::shared_ptr<const Program>(new Program(std::move(impl)));
}

const ptx::Module& Program::module() const { return *impl_->module; }
const std::vector<InstructionInfo>& Program::instructions() const { return impl_->instructions; }

std::optional<uint32_t> Program::find_kernel(std::string_view name) const {
    const ptx::Function* const entry = impl_->module->find_entry(name);
    if (entry == nullptr) return std::nullopt;
    for (uint32_t k = 0; k < impl_->kernels.size(); ++k)
        if (&impl_->module->functions[impl_->kernels[k].function] == entry) return k;
    return std::nullopt;
}

std::vector<std::string> Program::kernel_names() const {
    std::vector<std::string> names;
    for (const Kernel& kernel : impl_->kernels) names.push_back(impl_->module->functions[kernel.function].name);
    return names;
}

Resources Program::resources(uint32_t kernel) const { return impl_->kernels[kernel].resources; }
const std::vector<ParameterInfo>& Program::parameters(uint32_t kernel) const {
    return impl_->kernels[kernel].parameters;
}

bool Program::threads_can_wait() const { return !impl_->waiting_blocks.empty(); }
bool Program::blocks_can_wait() const { return impl_->blocks_can_wait; }

uint32_t Program::first_pc(uint32_t function) const {
    const DecodedFunction& code = impl_->functions[function];
    return code.code.empty() ? ~0u : code.first_pc;
}

std::optional<uint32_t> Program::stack_offset(uint32_t function, std::string_view variable) const {
    const auto& offsets = impl_->functions[function].stack_offsets;
    const auto found = offsets.find(std::string(variable));
    return found == offsets.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<SharedVariableInfo>& Program::shared_variables(uint32_t kernel) const {
    return impl_->kernels[kernel].shared;
}

std::vector<Diagnostic> unsupported_forms(const ptx::Module& module) {
    std::vector<Diagnostic> problems;
    static_cast<void>(
        decode(std::shared_ptr<const ptx::Module>(std::shared_ptr<void>(), &module), Purpose::running, problems));
    return problems;
}

} // namespace warpscope::simt
