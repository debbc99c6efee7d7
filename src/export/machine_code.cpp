#include "export/machine_code.hpp"

#include <nlohmann/json.hpp>

#include "sass/mix.hpp"

namespace warpscope::exporting {
namespace {

using Json = nlohmann::ordered_json;

Json branch_json(const insight::BranchOutcome& branch) {
    return {{"file", branch.fate.source.file},      {"line", branch.fate.source.line},
            {"ptx_line", branch.fate.ptx_line},     {"form", std::string(sass::name_of(branch.fate.form))},
            {"copies", branch.fate.machine.size()}, {"executions", branch.executions},
            {"divergent", branch.divergent}};
}

Json own_branch_json(const insight::KernelMachineCode& kernel, const sass::OwnBranch& branch) {
    return {{"file", branch.source.file},
            {"line", branch.source.line},
            {"address", kernel.code->instructions[branch.instruction].address},
            {"cause", std::string(sass::name_of(branch.cause))}};
}

Json line_json(const sass::LineMix& mix) {
    Json classes = Json::object();
    for (size_t k = 0; k < sass::instruction_classes; ++k)
        if (mix.classes[k] > 0)
            classes[std::string(sass::name_of(static_cast<sass::InstructionClass>(k)))] = mix.classes[k];
    return {{"file", mix.file},
            {"line", mix.line},
            {"instructions", mix.instructions},
            {"predicated", mix.predicated},
            {"classes", std::move(classes)}};
}

Json kernel_json(const insight::KernelMachineCode& kernel) {
    const sass::LineMix sum = sass::mix_of(*kernel.code);
    Json branches = Json::array(), own = Json::array(), lines = Json::array();
    for (const insight::BranchOutcome& branch : kernel.branches) branches.push_back(branch_json(branch));
    for (const sass::OwnBranch& branch : kernel.own_branches) own.push_back(own_branch_json(kernel, branch));
    for (const sass::LineMix& line : sass::mix_by_line(*kernel.code)) lines.push_back(line_json(line));
    return {{"kernel", kernel.written_name},
            {"registers", kernel.resources.registers},
            {"stack_bytes", kernel.resources.stack_bytes},
            {"spill_store_bytes", kernel.resources.spill_store_bytes},
            {"spill_load_bytes", kernel.resources.spill_load_bytes},
            {"instructions", sum.instructions},
            {"predicated", sum.predicated},
            {"branches", std::move(branches)},
            {"own_branches", kernel.own_branches.size()},
            {"own", std::move(own)},
            {"lines", std::move(lines)}};
}

} // namespace

Json machine_code_report(const insight::MachineCodeFacts& facts) {
    Json kernels = Json::array();
    for (const insight::KernelMachineCode& kernel : facts.kernels) kernels.push_back(kernel_json(kernel));
    return {{"device", facts.code->device()},
            {"divergent_branches", facts.divergent()},
            {"surviving_divergent_branches", facts.surviving()},
            {"counted_launches", facts.counted_launches},
            {"kernels", std::move(kernels)}};
}

} // namespace warpscope::exporting
