#include "base/process/sandbox.hpp"

#include <algorithm>
#include <array>
#include <csignal>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/process/subprocess.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view answer_mark = "\nwarpscope-answer:";

/// Working folder. It is not in /tmp, which is read-only if the sandbox shows a file of /tmp.
const std::string scratch = "/scratch";

constexpr std::array system_folders{"/usr", "/etc/alternatives", "/lib", "/lib64", "/bin"};

/// Returns whether every sandbox contains the path. Mounting such a path again would fail at symbolic links.
bool is_in_system(const fs::path& path) {
    return std::ranges::any_of(system_folders,
                               [&](const fs::path& folder) { return is_lexically_within(path, folder); });
}

} // namespace

const int processor_time_status = 128 + SIGXCPU;

std::optional<Diagnostic> sandbox_error(const std::string& without) {
    const std::string bwrap = find_on_path("bwrap");
    if (bwrap.empty())
        return Diagnostic{ErrorKind::environment,
                          "There is no bubblewrap (bwrap) to run a sandbox.",
                          {},
                          fmt::format("install bubblewrap, or {}", without)};
    if (find_on_path("prlimit").empty())
        return Diagnostic{ErrorKind::environment,
                          "There is no prlimit to limit the sandbox's resources.",
                          {},
                          fmt::format("install util-linux, or {}", without)};
    const auto tried =
        run_process({bwrap, "--ro-bind", "/", "/", "--unshare-all", "/usr/bin/env", "true"}, std::chrono::seconds(10));
    if (tried && tried->exit_status == 0) return std::nullopt;
    return Diagnostic{
        ErrorKind::environment,
        fmt::format("bubblewrap cannot start here: {}", tried ? tried->output : tried.error().message.english()),
        {},
        fmt::format("allow user namespaces, or {}", without)};
}

std::vector<std::string> sandbox_command(const Sandbox& sandbox) {
    std::vector<std::string> words{find_on_path("bwrap"),
                                   "--die-with-parent",
                                   "--unshare-all",
                                   "--new-session",
                                   "--clearenv",
                                   "--proc",
                                   "/proc",
                                   "--dev",
                                   "/dev",
                                   "--tmpfs",
                                   "/tmp",
                                   "--tmpfs",
                                   scratch};
    const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
    for (const char* folder : system_folders) {
        std::error_code error;
        const fs::path target = fs::read_symlink(folder, error);
        if (!error)
            add({"--symlink", target.string(), folder});
        else
            add({"--ro-bind-try", folder, folder});
    }
    for (const fs::path& path : sandbox.visible)
        if (!is_in_system(path)) add({"--ro-bind-try", path.string(), path.string()});
    for (const auto& [file, inside] : sandbox.files) add({"--ro-bind", file.string(), inside});
    add({"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", scratch, "--setenv", "TMPDIR",
         scratch});
    for (const auto& [name, value] : sandbox.environment) add({"--setenv", name, value});
    add({"--chdir", scratch});
    return words;
}

std::vector<std::string> limit_command(const ProcessLimits& limits) {
    const std::string prlimit = find_on_path("prlimit");
    if (prlimit.empty()) return {};
    std::vector<std::string> words{
        prlimit, fmt::format("--cpu={}:{}", limits.processor.count(), limits.processor.count() + 5),
        fmt::format("--fsize={}", limits.file_bytes), fmt::format("--as={}", limits.memory_bytes), "--core=0"};
    if (limits.processes != 0) words.push_back(fmt::format("--nproc={}", limits.processes));
    return words;
}

void print_answer(std::string_view text) { fmt::print("{}{}\n", answer_mark, text); }

std::string_view find_answer(std::string_view output) {
    const size_t at = output.rfind(answer_mark);
    if (at == std::string_view::npos) return {};
    output.remove_prefix(at + answer_mark.size());
    return output.substr(0, output.find('\n'));
}

} // namespace warpscope
