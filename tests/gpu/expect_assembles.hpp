// What the emulator takes, NVIDIA's assembler may refuse: of surfaces and modifiers it knows more.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpscope::test {

/// NVIDIA's assembler; empty where there is no toolkit. A driver's takes the same PTX.
inline std::string find_ptxas() {
    for (const char* command : {"ptxas", "/usr/local/cuda/bin/ptxas"})
        if (std::system(fmt::format("{} --version >/dev/null 2>&1", command).c_str()) == 0) return command;
    return "";
}

/// Fails the test where ptxas refuses `ptx`; does nothing where there is none.
inline void expect_assembles(const std::string& ptx) {
    static const std::string ptxas = find_ptxas();
    if (ptxas.empty()) return;
    const std::string file = testing::TempDir() + "warpscope_assembled.ptx";
    std::ofstream(file) << ptx;
    const bool newer_target =
        ptx.find(".target sm_75") == std::string::npos && ptx.find(".target sm_50") == std::string::npos;
    const std::string command =
        fmt::format("{} -O0 -arch={} -o /dev/null {}", ptxas, newer_target ? "sm_90" : "sm_75", file);
    EXPECT_EQ(std::system(command.c_str()), 0);
}

} // namespace warpscope::test
