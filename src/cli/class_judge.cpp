#include "cli/class_judge.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/process/sandbox.hpp"
#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "lesson/assignment.hpp"
#include "lesson/question.hpp"
#include "lesson/run_cache.hpp"
#include "serve/class_json.hpp"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using serve::ClassAnswer;
using serve::Judgment;

constexpr ProcessLimits judge_limits{.processor = std::chrono::seconds(60)};
constexpr std::chrono::seconds longest_judgment{180}; // machines may be busy
constexpr const char* attempt_inside = "/attempt/attempt.json";

const serve::ClassStep& task_step() {
    static const serve::ClassStep step = [] {
        serve::ClassStep task;
        task.kind = serve::AnswerKind::window;
        return task;
    }();
    return step;
}

std::vector<std::string> judge_command(const fs::path& program, const fs::path& lesson, const fs::path& attempt) {
    std::vector<std::string> command =
        sandbox_command({.visible = {program.parent_path(), catalog::catalog_folder(),
                                     catalog::default_picture().parent_path(), lesson.parent_path()},
                         .files = {{attempt, attempt_inside}},
                         .environment = {{"WARPSCOPE_CUDA_DIR", catalog::catalog_folder().string()}}});
    const std::vector<std::string> limits = limit_command(judge_limits);
    command.insert(command.end(), limits.begin(), limits.end());
    command.insert(command.end(), {program.string(), "serve", lesson.string(), judge_option, attempt_inside});
    return command;
}

Result<Judgment> judge_in_sandbox(const fs::path& lesson, size_t step, const ClassAnswer& attempt,
                                  const std::atomic<bool>& cancel) {
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    constexpr std::string_view name = "attempt.json";
    const json content{{"step", step}, {"answer", serve::json_of(task_step(), attempt)}};
    if (auto written = folder->write(name, serve::json_text(content)); !written) return tl::unexpected(written.error());
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error), file = fs::absolute(lesson, error);
    const auto ran = run_process(judge_command(program, file, folder->path() / name), longest_judgment, &cancel);
    if (!ran) return tl::unexpected(ran.error());
    if (ran->canceled) return fail(ErrorKind::environment, "The server is shutting down.");
    if (ran->timed_out || ran->exit_status == processor_time_status)
        return Judgment{false,
                        fmt::format("not done after {} seconds of the processor", judge_limits.processor.count())};
    const json answer = json::parse(find_answer(ran->output), nullptr, false);
    if (!answer.is_object()) return Judgment{false, "it ended without an answer: memory or time ran out"};
    if (const auto why = answer.find("error"); why != answer.end() && why->is_string())
        return fail(ErrorKind::environment, why->get<std::string>());
    const auto reached = answer.find("reached"), words = answer.find("words");
    if (reached == answer.end() || !reached->is_boolean() || words == answer.end() || !words->is_string())
        return Judgment{false, "its answer cannot be read"};
    return Judgment{reached->get<bool>(), words->get<std::string>()};
}

Result<void> apply_attempt(const ClassAnswer& attempt, session::Request& request) {
    const catalog::Variant& variant = *request.experiment->find(request.variant);
    if (attempt.setup) {
        const std::vector<uint32_t>& block = attempt.setup->block;
        request.settings.block = {block[0], block[1], block[2]};
        for (const auto& [name, value] : attempt.setup->values)
            if (auto set = catalog::apply_setting(variant, request.settings, fmt::format("{}={}", name, value)); !set)
                return tl::unexpected(set.error());
    }
    if (attempt.setup && !attempt.setup->has_kernel) return {};
    if (const auto why = lesson::submission_error(attempt.text)) return fail(ErrorKind::failed, *why);
    request.text = attempt.text;
    return {};
}

Judgment failed_attempt(const Diagnostic& why) { return {false, why.text()}; }

Judgment judgment_of(const lesson::EvaluatedQuestion& evaluated) {
    Judgment out{evaluated.reached, {}};
    for (const lesson::GoalPart& part : evaluated.goal)
        if (!part.holds) out.words += (out.words.empty() ? "" : "; ") + part.words;
    return out;
}

} // namespace

serve::ClassSession::Judge make_judge(const fs::path& lesson) {
    return [lesson](size_t step, const ClassAnswer& attempt, const std::atomic<bool>& cancel) {
        return judge_in_sandbox(lesson, step, attempt, cancel);
    };
}

Result<Judgment> judge_attempt(const fs::path& file, size_t index, const ClassAnswer& attempt) {
    const auto lesson = lesson::read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    if (index >= lesson->steps.size() || !lesson->steps[index].question ||
        lesson->steps[index].question->kind != lesson::Kind::settings)
        return fail(ErrorKind::usage, "This step has no task.");
    const lesson::Step& step = lesson->steps[index];
    const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    auto request = lesson::make_request(catalog, step.run, file.parent_path());
    if (!request) return tl::unexpected(request.error());
    if (const auto applied = apply_attempt(attempt, *request); !applied) return failed_attempt(applied.error());
    auto own = session::run(*request);
    if (!own) return failed_attempt(own.error());
    lesson::Runs runs{std::move(*own), {}};
    lesson::RunCache cache(catalog, file.parent_path());
    for (const auto& [name, spec] : step.others) {
        auto other = cache.run(spec);
        if (!other) return tl::unexpected(other.error());
        runs.others.emplace(name, std::move(*other));
    }
    const auto evaluated = lesson::ask(step, lesson::Facts(std::move(runs)));
    // An error is a failed attempt: the goal may name lines or buffers that the student has removed.
    return evaluated ? judgment_of(*evaluated) : failed_attempt(evaluated.error());
}

void judge_apart(const fs::path& lesson, const fs::path& file) {
    const auto judgment = [&]() -> Result<Judgment> {
        const auto text = read_file(file);
        if (!text) return tl::unexpected(text.error());
        const json content = json::parse(*text, nullptr, false);
        const auto attempt = serve::read_answer(task_step(), content.value("answer", json::object()));
        if (!attempt) return fail(ErrorKind::usage, "The attempt is not valid.");
        return judge_attempt(lesson, content.value("step", size_t{0}), *attempt);
    }();
    const json out = judgment ? json{{"reached", judgment->is_reached}, {"words", judgment->words}}
                              : json{{"error", judgment.error().text()}};
    print_answer(serve::json_text(out));
}

} // namespace warpscope::cli
