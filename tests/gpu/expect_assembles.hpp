// Checks PTX with NVIDIA's assembler, which knows more rules than the emulator.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace warpscope::test {

/// Returns NVIDIA's assembler, or "" without a toolkit. Drivers accept the PTX that the assembler accepts.
inline std::string find_ptxas() {
    for (const char* command : {"ptxas", "/usr/local/cuda/bin/ptxas"})
        if (std::system(fmt::format("{} --version >/dev/null 2>&1", command).c_str()) == 0) return command;
    return "";
}

/// Searches for NVIDIA's assembler only once.
inline const std::string& assembler() {
    static const std::string found = find_ptxas();
    return found;
}

/// Fails the test if ptxas rejects `ptx`. Does nothing without ptxas.
inline void expect_assembles(const std::string& ptx) {
    const std::string& ptxas = assembler();
    if (ptxas.empty()) return;
    // The name contains the process ID, because several test programs may run at the same time.
    const std::string file = testing::TempDir() + fmt::format("warpscope_assembled_{}.ptx", getpid());
    std::ofstream(file) << ptx;
    const bool newer_target =
        ptx.find(".target sm_75") == std::string::npos && ptx.find(".target sm_50") == std::string::npos;
    const std::string command =
        fmt::format("{} -O0 -arch={} -o /dev/null {}", ptxas, newer_target ? "sm_90" : "sm_75", file);
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::filesystem::remove(file);
}

} // namespace warpscope::test
