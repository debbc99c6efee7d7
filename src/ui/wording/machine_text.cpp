#include "ui/wording/machine_text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "insight/source_lines.hpp"
#include "language/tr.hpp"

namespace warpscope::ui {

namespace {

using sass::BranchForm;

bool has_if(std::string_view text) {
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (size_t at = text.find("if"); at != std::string_view::npos; at = text.find("if", at + 1)) {
        const bool starts = at == 0 || !in_name(text[at - 1]);
        if (starts && (at + 2 == text.size() || !in_name(text[at + 2]))) return true;
    }
    return false;
}

std::string form_text(BranchForm form, const std::string& device, bool is_if) {
    switch (form) {
    case BranchForm::branch: return tr_format("{} keeps this branch", device);
    case BranchForm::uniform_branch: return tr_format("{} branches here with whole warps only", device);
    case BranchForm::exit: return tr_format("{} switches off the lanes that leave: no branch", device);
    case BranchForm::predicated:
        return is_if ? tr_format("{} predicates this `if`: lanes are masked, no branch", device)
                     : tr_format("{} predicates this line: lanes are masked, no branch", device);
    case BranchForm::select: return tr_format("{} computes both sides and selects one: no branch", device);
    case BranchForm::combined: return tr_format("{} joins this with the branch inside it", device);
    case BranchForm::removed: return tr_format("{} has no branch here", device);
    case BranchForm::unknown: break;
    }
    return tr("A GPU may run this without a branch (predication).");
}

std::string kernel_text(const insight::MachineLines::Kernel& kernel) {
    const sass::Resources& needs = kernel.resources;
    const std::string spills =
        needs.spill_store_bytes + needs.spill_load_bytes == 0
            ? std::string(tr("no spills"))
            : tr_format("spills {} bytes, reloads {}", needs.spill_store_bytes, needs.spill_load_bytes);
    return fmt::format("{} · {} · {}", tr_count(needs.registers, "{} register", "{} registers", needs.registers),
                       spills, tr_format("stack {} bytes", needs.stack_bytes));
}

std::string_view words_for(sass::InstructionClass which) {
    switch (which) {
    case sass::InstructionClass::integer: return tr_in("instructions", "integer");
    case sass::InstructionClass::floating_point: return tr_in("instructions", "floating point");
    case sass::InstructionClass::conversion: return tr_in("instructions", "conversion");
    case sass::InstructionClass::move: return tr_in("instructions", "move");
    case sass::InstructionClass::global_memory: return tr_in("instructions", "global memory");
    case sass::InstructionClass::shared_memory: return tr_in("instructions", "shared memory");
    case sass::InstructionClass::local_memory: return tr_in("instructions", "local memory");
    case sass::InstructionClass::texture: return tr_in("instructions", "texture");
    case sass::InstructionClass::tensor: return tr_in("instructions", "tensor");
    case sass::InstructionClass::control: return tr_in("instructions", "control");
    case sass::InstructionClass::synchronization: return tr_in("instructions", "synchronization");
    case sass::InstructionClass::other: break;
    }
    return tr_in("instructions", "other");
}

} // namespace

std::string branch_fate_text(const insight::MachineLines* machine, const session::RunResult& result, uint32_t line) {
    const std::vector<BranchForm> forms = machine == nullptr
                                              ? std::vector<BranchForm>()
                                              : insight::forms_of_line(insight::code_map_of(result), *machine, line);
    if (forms.empty()) return form_text(BranchForm::unknown, "", false);
    const auto kept = static_cast<size_t>(std::ranges::count(forms, BranchForm::branch));
    if (kept > 0 && kept < forms.size())
        return tr_format("{} keeps {} of the {} branches in this line", machine->device, kept, forms.size());
    for (const BranchForm form : {BranchForm::unknown, BranchForm::branch, BranchForm::predicated, BranchForm::select,
                                  BranchForm::exit, BranchForm::uniform_branch, BranchForm::combined})
        if (std::ranges::find(forms, form) != forms.end())
            return form_text(form, machine->device, has_if(insight::source_text(result, line)));
    return form_text(BranchForm::removed, machine->device, false);
}

std::string resources_text(const insight::MachineLines& machine) {
    std::string words = machine.device;
    for (const insight::MachineLines::Kernel& kernel : machine.kernels)
        words += machine.kernels.size() == 1 ? fmt::format(" · {}", kernel_text(kernel))
                                             : fmt::format("   {}: {}", kernel.name, kernel_text(kernel));
    return words;
}

std::string mix_text(const sass::LineMix& mix) {
    std::string classes;
    for (size_t k = 0; k < mix.classes.size(); ++k)
        if (mix.classes[k] > 0)
            classes += fmt::format("{}{} {}", classes.empty() ? "" : ", ", mix.classes[k],
                                   words_for(static_cast<sass::InstructionClass>(k)));
    std::string words = tr_count(mix.instructions, "{} machine instruction: {}.", "{} machine instructions: {}.",
                                 mix.instructions, classes);
    if (mix.predicated > 0)
        words += " " + tr_count(mix.predicated, "{} is predicated.", "{} are predicated.", mix.predicated);
    return words;
}

} // namespace warpscope::ui
