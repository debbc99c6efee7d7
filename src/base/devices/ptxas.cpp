#include "base/devices/ptxas.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>

namespace warpscope {
namespace {

constexpr size_t longest_text = size_t{2} << 20;

std::optional<std::string> environment(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

/// Empty where there is none.
std::string find_ptxas() {
    if (const auto setting = environment("WARPSCOPE_PTXAS")) return *setting == "none" ? "" : *setting;
    std::string folders = environment("PATH").value_or("");
    for (const auto& root :
         {environment("CUDA_HOME"), environment("CUDA_PATH"), std::optional<std::string>("/usr/local/cuda")})
        if (root) folders += ":" + *root + "/bin";
    for (size_t at = 0; at < folders.size();) {
        const size_t end = std::min(folders.find(':', at), folders.size());
        const std::string file = folders.substr(at, end - at) + "/ptxas";
        if (access(file.c_str(), X_OK) == 0) return file;
        at = end + 1;
    }
    return {};
}

/// As one word of the shell's.
std::string quoted(const std::string& word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// A file that goes with this.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text) {
        const char* const folder = std::getenv("TMPDIR");
        path_ = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/warpscope-XXXXXX";
        const int file = mkstemp(path_.data());
        if (file < 0) return;
        is_whole_ = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        close(file);
    }
    ~TemporaryFile() { unlink(path_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] bool is_whole() const { return is_whole_; }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
    bool is_whole_ = false;
};

/// The word between `before` and `behind` in a line.
std::optional<std::string> between(const std::string& line, std::string_view before, std::string_view behind) {
    const size_t at = line.find(before);
    const size_t end = at == std::string::npos ? at : line.find(behind, at + before.size());
    return end == std::string::npos ? std::nullopt
                                    : std::optional(line.substr(at + before.size(), end - at - before.size()));
}

} // namespace

std::map<std::string, int> registers_by_ptxas(const std::string& ptx, uint32_t capability) {
    std::map<std::string, int> registers;
    const std::string program = find_ptxas();
    if (program.empty() || ptx.size() > longest_text) return registers;
    const TemporaryFile file(ptx);
    if (!file.is_whole()) return registers;
    const std::string command =
        fmt::format("{} -v -arch=sm_{} -o /dev/null {} 2>&1", quoted(program), capability, quoted(file.path()));
    const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "re"), pclose);
    if (!output) return registers;
    std::string line, kernel;
    for (int c = std::fgetc(output.get()); c != EOF; c = std::fgetc(output.get())) {
        if (c != '\n') {
            line += static_cast<char>(c);
            continue;
        }
        if (const auto entry = between(line, "Compiling entry function '", "'")) kernel = *entry;
        if (const auto used = between(line, "Used ", " registers"); used && !kernel.empty())
            registers[kernel] = std::atoi(used->c_str());
        line.clear();
    }
    return registers;
}

} // namespace warpscope
