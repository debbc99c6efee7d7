#include "program/lines.hpp"

#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"

namespace warpscope::program {
namespace {

bool is_users(const std::string& file) {
    return !file.starts_with("/usr/") && !file.starts_with("??") && file.find("/include/crt/") == std::string::npos &&
           file.find("/tmpxft_") == std::string::npos && file.find("cuda_runtime") == std::string::npos;
}

/// Parses "file:line", "file:line (discriminator 3)" and "file:line:column".
SourceLocation place_in(const std::string& text) {
    const size_t end = text.find(" (");
    const std::string place = text.substr(0, end);
    size_t colon = place.find(':');
    SourceLocation where;
    if (colon == std::string::npos) return where;
    const char* const number = place.data() + colon + 1;
    if (std::from_chars(number, place.data() + place.size(), where.line).ec != std::errc{}) return {};
    where.file = place.substr(0, colon);
    return where;
}

} // namespace

std::map<uint64_t, std::vector<SourceLocation>> find_lines(const std::filesystem::path& executable,
                                                           const std::set<uint64_t>& offsets,
                                                           const std::atomic<bool>* cancel) {
    std::map<uint64_t, std::vector<SourceLocation>> lines;
    std::string tool;
    for (const char* name : {"llvm-symbolizer", "llvm-symbolizer-14", "addr2line"})
        if (tool.empty()) tool = find_on_path(name);
    if (tool.empty()) return lines;
    const bool is_llvm = tool.find("llvm") != std::string::npos;
    constexpr size_t at_once = 500;
    for (auto next = offsets.begin(); next != offsets.end();) {
        std::vector<std::string> command{tool, "-i", "-a", "-e", executable.string()};
        if (is_llvm) command.insert(command.end(), {"--output-style=GNU", "--functions=none"});
        for (size_t k = 0; k < at_once && next != offsets.end(); ++k, ++next)
            command.push_back(fmt::format("0x{:x}", *next));
        const auto ran = run_process(command, std::chrono::seconds(60), cancel);
        if (!ran || ran->canceled) return lines;
        std::istringstream text(ran->output);
        uint64_t offset = 0;
        for (std::string line; std::getline(text, line);) {
            if (line.starts_with("0x")) {
                std::from_chars(line.data() + 2, line.data() + line.size(), offset, 16);
            } else if (is_users(line)) {
                if (SourceLocation where = place_in(line); where.line != 0) lines[offset].push_back(std::move(where));
            }
        }
    }
    return lines;
}

} // namespace warpscope::program
