#include "ptx/support.hpp"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "base/rebase.hpp"

namespace warpscope::ptx::testing {

std::filesystem::path folder() { return std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests" / "ptx"; }

std::vector<std::filesystem::path> files_in(const std::string& name, const std::string& extension) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / name))
        if (entry.path().extension() == extension) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.good()) << "cannot read " << path;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void expect_golden(const std::string& actual, const std::filesystem::path& golden) {
    if (rebasing()) {
        std::ofstream(golden, std::ios::binary) << actual;
        return;
    }
    EXPECT_EQ(actual, contents(golden)) << golden << "; WARPSCOPE_REBASE=1 rewrites it";
}

Module without_spelling(Module module) {
    const auto forget = [](std::vector<Variable>& variables) {
        for (Variable& variable : variables) variable.ptx_line = 0;
    };
    module.notes.clear();
    forget(module.variables);
    for (Function& function : module.functions) {
        function.ptx_line = 0;
        for (auto* variables : {&function.results, &function.parameters, &function.variables}) forget(*variables);
        for (CallPrototype& prototype : function.prototypes) {
            forget(prototype.results);
            forget(prototype.parameters);
        }
        for (Instruction& instruction : function.body) {
            instruction.ptx_line = 0;
            // Instructions without parsed operands keep their text, except for the guard, whose register may have been
            // renamed.
            const std::string_view mnemonic = mnemonic_of(instruction);
            const auto guard_length = static_cast<size_t>(mnemonic.data() - instruction.text.data());
            const bool parsed = info_of(instruction.opcode).support == OpcodeSupport::emulated;
            instruction.text = parsed ? std::string(mnemonic) : instruction.text.substr(guard_length);
        }
    }
    return module;
}

std::string kernel_text(const std::string& body) {
    return ".version 8.0\n.target sm_75\n.address_size 64\n"
           ".global .f32 global_array[16];\n"
           ".func (.param .b32 result) device_function (.param .b32 argument);\n"
           ".visible .entry kernel(.param .u64 parameter)\n{\n"
           ".reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .f32 %f<10>; .reg .f64 %fd<10>; .reg .b16 %h<10>;\n"
           ".reg .pred %p<10>; .shared .align 4 .b8 shared_array[64];\n" +
           body + "\n}\n";
}

Module parse_kernel(const std::string& body) {
    auto module = parse(kernel_text(body), "test.ptx");
    if (!module) {
        ADD_FAILURE() << module.error().text() << "\n" << body;
        return {};
    }
    return std::move(*module);
}

} // namespace warpscope::ptx::testing
