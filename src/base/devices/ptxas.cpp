#include "base/devices/ptxas.hpp"

#include <charconv>
#include <chrono>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "base/process/toolkit_program.hpp"

namespace warpscope {
namespace {

constexpr size_t longest_text = size_t{2} << 20;
constexpr std::chrono::seconds time_limit{20};

std::optional<std::string> between(const std::string& line, std::string_view before, std::string_view after) {
    const size_t at = line.find(before);
    const size_t end = at == std::string::npos ? at : line.find(after, at + before.size());
    return end == std::string::npos ? std::nullopt
                                    : std::optional(line.substr(at + before.size(), end - at - before.size()));
}

} // namespace

std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability) {
    std::map<std::string, int> registers;
    const std::string program = find_toolkit_program("ptxas", "WARPSCOPE_PTXAS");
    if (program.empty() || ptx.size() > longest_text) return registers;
    const auto folder = TemporaryFolder::create();
    if (!folder || !folder->write("kernels.ptx", ptx)) return registers;
    const auto ran = run_process({program, "-v", fmt::format("-arch=sm_{}", capability), "-o", "/dev/null",
                                  (folder->path() / "kernels.ptx").string()},
                                 time_limit);
    if (!ran) return registers;
    std::istringstream lines(ran->output);
    for (std::string line, kernel; std::getline(lines, line);) {
        if (const auto entry = between(line, "Compiling entry function '", "'")) kernel = *entry;
        if (const auto used = between(line, "Used ", " registers"); used && !kernel.empty())
            std::from_chars(used->data(), used->data() + used->size(), registers[kernel]);
    }
    return registers;
}

} // namespace warpscope
