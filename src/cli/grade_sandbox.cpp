#include "cli/grade_sandbox.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/process/sandbox.hpp"
#include "base/process/subprocess.hpp"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

/// Returns a generous time limit, because machines may be busy.
std::chrono::seconds longest_wait(std::chrono::seconds processor) { return 20 * processor + std::chrono::seconds(60); }

std::vector<std::string> sandbox(const fs::path& program, const fs::path& task, const fs::path& submission,
                                 const std::string& inside) {
    return sandbox_command({.visible = {program.parent_path(), catalog::catalog_folder(),
                                        catalog::default_picture().parent_path(), task.parent_path()},
                            .files = {{submission, inside}},
                            .environment = {{"WARPSCOPE_CUDA_DIR", catalog::catalog_folder().string()}}});
}

lesson::Grade failed(const lesson::Assignment& assignment, const std::string& why) {
    lesson::Grade out;
    for (const lesson::Gate& gate : assignment.gates) {
        out.gates.push_back({gate.name, false, why});
        out.max += gate.points;
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

} // namespace

void print_grade(const Result<lesson::Grade>& grade) {
    nlohmann::json out;
    if (!grade) {
        out["error"] = grade.error().text();
    } else {
        out["gates"] = nlohmann::json::array();
        for (const lesson::GateResult& gate : grade->gates)
            out["gates"].push_back({{"passed", gate.passed}, {"why", gate.why}, {"measured", gate.measured}});
    }
    print_answer(out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

lesson::Grade grade_in_sandbox(const lesson::Assignment& assignment, const fs::path& submission,
                               const GradeLimits& limits) {
    if (const auto why = submission_error(submission)) return failed(assignment, *why);
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error), task = fs::absolute(assignment.file, error),
                   file = fs::absolute(submission, error);
    const std::string seen = limits.sandbox ? "/submission/" + file.filename().string() : file.string();
    std::vector<std::string> command;
    if (limits.sandbox) command = sandbox(program, task, file, seen);
    const std::vector<std::string> limited = limit_command({.processor = limits.processor});
    command.insert(command.end(), limited.begin(), limited.end());
    command.insert(command.end(), {program.string(), "grade", task.string(), seen, "--apart"});
    const auto ran = run_process(command, longest_wait(limits.processor));
    if (!ran) return failed(assignment, ran.error().message.english());
    if (ran->timed_out || ran->exit_status == processor_time_status)
        return failed(assignment,
                      fmt::format("not done after {} seconds{}",
                                  (ran->timed_out ? longest_wait(limits.processor) : limits.processor).count(),
                                  ran->timed_out ? "" : " of the processor"));
    const nlohmann::json answer = nlohmann::json::parse(find_answer(ran->output), nullptr, false);
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
