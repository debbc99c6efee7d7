#include "cli/grade_sandbox.hpp"

#include <csignal>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/process/subprocess.hpp"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "warpscope-grade:"; // before the result

/// Avoids /tmp, which is read-only if it contains task or program.
const std::string scratch = "/scratch";

/// Limits idle processes; generous, because machines may be busy.
std::chrono::seconds longest_wait(std::chrono::seconds processor) { return 20 * processor + std::chrono::seconds(60); }

/// bubblewrap's exit status after SIGXCPU.
constexpr int processor_used_up = 128 + SIGXCPU;

std::vector<std::string> limits_of(std::chrono::seconds processor) {
    const std::string prlimit = find_on_path("prlimit");
    if (prlimit.empty()) return {};
    constexpr uint64_t file_bytes = uint64_t{64} << 20, memory_bytes = uint64_t{16} << 30;
    return {prlimit, fmt::format("--cpu={}:{}", processor.count(), processor.count() + 5),
            fmt::format("--fsize={}", file_bytes), fmt::format("--as={}", memory_bytes), "--core=0"};
}

/// Mounts programs, libraries, Warpscope, task and submission.
std::vector<std::string> sandbox(const fs::path& program, const fs::path& task, const fs::path& submission) {
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
    for (const char* folder : {"/usr", "/etc/alternatives", "/lib", "/lib64", "/bin"}) {
        std::error_code error;
        const fs::path target = fs::read_symlink(folder, error);
        if (!error)
            add({"--symlink", target.string(), folder});
        else
            add({"--ro-bind-try", folder, folder});
    }
    for (const fs::path& folder : {program.parent_path(), catalog::catalog_folder(),
                                   catalog::default_picture().parent_path(), task.parent_path()})
        add({"--ro-bind-try", folder.string(), folder.string()});
    add({"--ro-bind", submission.string(), "/submission/" + submission.filename().string()});
    add({"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", scratch, "--setenv", "TMPDIR", scratch,
         "--setenv", "WARPSCOPE_CUDA_DIR", catalog::catalog_folder().string(), "--chdir", scratch});
    return words;
}

lesson::Grade failed(const lesson::Assignment& assignment, const std::string& why) {
    lesson::Grade out;
    for (const lesson::Gate& gate : assignment.gates) {
        out.gates.push_back({gate.name, false, why});
        out.most += gate.points;
    }
    return out;
}

std::optional<std::string> submission_error(const fs::path& submission) {
    std::error_code error;
    if (fs::is_symlink(submission, error)) return "it is a symbolic link, which is not followed";
    if (!fs::is_regular_file(submission, error)) return "it cannot be read";
    const auto text = read_file(submission);
    return text ? lesson::submission_error(*text) : text.error().message.english();
}

/// Returns the result, or null.
nlohmann::json answer_in(const std::string& output) {
    const size_t at = output.rfind(mark);
    if (at == std::string::npos) return nullptr;
    const size_t begin = at + mark.size();
    return nlohmann::json::parse(output.substr(begin, output.find('\n', begin) - begin), nullptr, false);
}

} // namespace

std::optional<Diagnostic> sandbox_error() {
    const std::string bwrap = find_on_path("bwrap");
    if (bwrap.empty())
        return Diagnostic{ErrorKind::environment,
                          "There is no bubblewrap (bwrap) to run submissions in.",
                          {},
                          "install bubblewrap, or add --no-sandbox if you trust them"};
    if (find_on_path("prlimit").empty())
        return Diagnostic{ErrorKind::environment,
                          "There is no prlimit to limit the submissions' resources.",
                          {},
                          "install util-linux, or add --no-sandbox if you trust them"};
    const auto tried =
        run_process({bwrap, "--ro-bind", "/", "/", "--unshare-all", "/usr/bin/env", "true"}, std::chrono::seconds(10));
    if (tried && tried->exit_status == 0) return std::nullopt;
    return Diagnostic{
        ErrorKind::environment,
        fmt::format("bubblewrap cannot start here: {}", tried ? tried->output : tried.error().message.english()),
        {},
        "allow user namespaces, or add --no-sandbox if you trust the submissions"};
}

void print_grade(const Result<lesson::Grade>& grade) {
    nlohmann::json out;
    if (!grade) {
        out["error"] = grade.error().text();
    } else {
        out["gates"] = nlohmann::json::array();
        for (const lesson::GateResult& gate : grade->gates)
            out["gates"].push_back({{"passed", gate.passed}, {"why", gate.why}, {"measured", gate.measured}});
    }
    fmt::print("\n{}{}\n", mark, out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

lesson::Grade grade_in_sandbox(const lesson::Assignment& assignment, const fs::path& submission,
                               const GradeLimits& limits) {
    if (const auto why = submission_error(submission)) return failed(assignment, *why);
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error), task = fs::absolute(assignment.file, error),
                   file = fs::absolute(submission, error);
    std::vector<std::string> command;
    if (limits.sandbox) command = sandbox(program, task, file);
    const std::vector<std::string> limited = limits_of(limits.processor);
    command.insert(command.end(), limited.begin(), limited.end());
    const std::string seen = limits.sandbox ? "/submission/" + file.filename().string() : file.string();
    command.insert(command.end(), {program.string(), "grade", task.string(), seen, "--apart"});
    const auto ran = run_process(command, longest_wait(limits.processor));
    if (!ran) return failed(assignment, ran.error().message.english());
    if (ran->timed_out || ran->exit_status == processor_used_up)
        return failed(assignment,
                      fmt::format("not done after {} seconds{}",
                                  (ran->timed_out ? longest_wait(limits.processor) : limits.processor).count(),
                                  ran->timed_out ? "" : " of the processor"));
    const nlohmann::json answer = answer_in(ran->output);
    if (!answer.is_object()) return failed(assignment, "it ended without an answer: memory or time ran out");
    if (answer.contains("error") && answer["error"].is_string()) return failed(assignment, answer["error"]);
    lesson::Grade out = failed(assignment, "");
    if (!answer.contains("gates") || !answer["gates"].is_array() || answer["gates"].size() != out.gates.size())
        return failed(assignment, "its answer cannot be read");
    for (size_t i = 0; i < out.gates.size(); ++i) {
        const nlohmann::json& gate = answer["gates"][i];
        out.gates[i].passed = gate.value("passed", false);
        out.gates[i].why = gate.value("why", "");
        out.gates[i].measured = gate.value("measured", "");
        if (out.gates[i].passed) out.points += assignment.gates[i].points;
    }
    return out;
}

} // namespace warpscope::cli
