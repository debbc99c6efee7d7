#include "cli/machine_code.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "base/devices/device_model.hpp"
#include "base/files.hpp"
#include "cli/without_effect.hpp"
#include "gpu/contraction.hpp"
#include "insight/machine_code.hpp"
#include "ptx/parser.hpp"
#include "ptx/rewrite/rounding.hpp"
#include "sass/mix.hpp"

namespace warpscope::cli {
namespace {

using insight::BranchOutcome;
using insight::KernelMachineCode;
using insight::MachineCodeFacts;
using sass::BranchForm;

std::string words_for(const BranchOutcome& branch) {
    const size_t copies = branch.fate.machine.size();
    const std::string several = copies > 1 ? fmt::format(" ({} copies)", copies) : "";
    switch (branch.fate.form) {
    case BranchForm::branch: return "branch" + several;
    case BranchForm::uniform_branch: return "uniform branch, splits no warp" + several;
    case BranchForm::exit: return "predicated exit: lanes that leave are switched off";
    case BranchForm::predicated: return "predicated instructions: lanes are masked, no branch";
    case BranchForm::select: return "select: both sides are computed";
    case BranchForm::combined: return "combined with the branch inside it";
    case BranchForm::removed: return "removed by ptxas";
    case BranchForm::unknown: break;
    }
    return "unknown: no instruction matches";
}

void print_resources(const KernelMachineCode& kernel) {
    const sass::Resources& needs = kernel.resources;
    const sass::LineMix mix = sass::mix_of(*kernel.code);
    fmt::print("  {} registers, {}, {} bytes stack, {} bytes shared, {} barriers\n", needs.registers,
               needs.spill_store_bytes + needs.spill_load_bytes == 0
                   ? "no spills"
                   : fmt::format("spills of {} bytes stored and {} bytes loaded", needs.spill_store_bytes,
                                 needs.spill_load_bytes),
               needs.stack_bytes, needs.shared_bytes, needs.barriers);
    fmt::print("  {} instructions, {} of them predicated\n", mix.instructions, mix.predicated);
}

void print_own_branches(const KernelMachineCode& kernel) {
    std::map<std::pair<std::string, std::string_view>, size_t> counts; // by line and cause
    for (const sass::OwnBranch& branch : kernel.own_branches)
        ++counts[{branch.source.file.empty() ? "unknown" : branch.source.line_text(), sass::name_of(branch.cause)}];
    if (counts.empty()) return;
    fmt::print("\n  {} more conditional branches are ptxas's own\n", kernel.own_branches.size());
    for (const auto& [place, count] : counts) fmt::print("  {}: {} of cause {}\n", place.first, count, place.second);
}

void print_branches(const KernelMachineCode& kernel, bool is_measured) {
    if (kernel.branches.empty()) {
        fmt::print("  no conditional branches in the PTX\n");
        return;
    }
    size_t width = 6;
    for (const BranchOutcome& branch : kernel.branches) width = std::max(width, branch.fate.source.line_text().size());
    fmt::print("\n  {:<{}}  {:>8}  {}{}\n", "branch", width, "PTX line",
               is_measured ? fmt::format("{:>22}  ", "divergent / executed") : "", "machine code");
    for (const BranchOutcome& branch : kernel.branches) {
        const std::string counts =
            is_measured ? fmt::format("{:>22}  ", fmt::format("{} / {}", branch.divergent, branch.executions)) : "";
        fmt::print("  {:<{}}  {:>8}  {}{}\n", branch.fate.source.line_text(), width, branch.fate.ptx_line, counts,
                   words_for(branch));
    }
}

void print_mix(const KernelMachineCode& kernel) {
    const sass::LineMix sum = sass::mix_of(*kernel.code);
    const std::vector<sass::LineMix> lines = sass::mix_by_line(*kernel.code);
    std::vector<size_t> columns;
    for (size_t k = 0; k < sass::instruction_classes; ++k)
        if (sum.classes[k] > 0) columns.push_back(k);
    const auto name_of_line = [](const sass::LineMix& line) {
        return line.file.empty() ? std::string("unknown") : SourceLocation{line.file, line.line, 0}.line_text();
    };
    size_t width = 4;
    for (const sass::LineMix& line : lines) width = std::max(width, name_of_line(line).size());
    const auto title_of = [](size_t column) {
        std::string title(sass::name_of(static_cast<sass::InstructionClass>(column)));
        std::ranges::replace(title, '_', ' ');
        return title;
    };
    fmt::print("\n  {:<{}}  {:>12}", "line", width, "instructions");
    for (const size_t column : columns) fmt::print("  {}", title_of(column));
    fmt::print("\n");
    const auto row = [&](const std::string& name, const sass::LineMix& mix) {
        fmt::print("  {:<{}}  {:>12}", name, width, mix.instructions);
        for (const size_t column : columns) {
            const uint32_t count = mix.classes[column];
            fmt::print("  {:>{}}", count == 0 ? "" : std::to_string(count), title_of(column).size());
        }
        fmt::print("\n");
    };
    for (const sass::LineMix& line : lines) row(name_of_line(line), line);
    row("sum", sum);
}

void print_facts(const MachineCodeFacts& facts, const std::string& name, bool is_measured) {
    fmt::print("{}: machine code for {} ({})\n", name, facts.code->device(), chosen_device_model().name);
    for (const KernelMachineCode& kernel : facts.kernels) {
        fmt::print("\nkernel {}\n", kernel.written_name);
        print_resources(kernel);
        print_branches(kernel, is_measured);
        print_own_branches(kernel);
        print_mix(kernel);
    }
    if (facts.counted_launches < facts.launches)
        fmt::print("\nonly the last {} of {} launches are counted\n", facts.counted_launches, facts.launches);
    if (is_measured)
        fmt::print("\n{} of {} divergent branches on the emulator are branches of the machine code\n",
                   facts.surviving(), facts.divergent());
}

Result<bool> check_ptx_file(const std::string& file) {
    auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    const auto module = ptx::parse(*text, file);
    if (!module) return tl::unexpected(module.error());
    const auto facts = insight::machine_code_of(
        *module, gpu::contracts() ? *text : ptx::without_contraction(*text).text, chosen_device_model().capability());
    if (!facts) return tl::unexpected(facts.error());
    print_facts(*facts, file, false);
    return true;
}

} // namespace

Result<bool> check_machine_code(const TargetOptions& target, const std::string& arch) {
    if (target.target.empty())
        return fail(ErrorKind::usage, "There is nothing to check.", "give NAME/VARIANT or a .cu, .toml or .ptx file");
    if (auto found = sass::find_tools(); !found) return tl::unexpected(found.error());
    if (!arch.empty()) fmt::print(stderr, "note: without effect: --arch; --model chooses the machine code's device\n");
    if (std::filesystem::path(target.target).extension() == ".ptx") return check_ptx_file(target.target);
    auto request = make_request(catalog::load_catalog(catalog::catalog_folder()), target);
    if (!request) return tl::unexpected(request.error());
    warn_without_effect(*request, target);
    request->device = session::DeviceChoice::emulator;
    const auto result = session::run(*request);
    if (!result) return tl::unexpected(result.error());
    const auto facts = insight::machine_code_of(**result, chosen_device_model().capability(), gpu::contracts());
    if (!facts) return tl::unexpected(facts.error());
    print_facts(*facts, fmt::format("{}/{}", (*result)->request.experiment->name, (*result)->variant().name), true);
    return true;
}

} // namespace warpscope::cli
