#include <memory>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "lesson/check.hpp"

namespace warpscope::cli {
namespace {

int list_lessons() {
    std::vector<Diagnostic> problems;
    const std::filesystem::path folder = lesson::lessons_folder();
    const std::vector<lesson::Lesson> lessons = lesson::load_lessons(folder, &problems);
    if (lessons.empty() && problems.empty())
        return report_failure(fail(ErrorKind::environment, fmt::format("There are no lessons in {}.", folder.string()),
                                   "put the package's folder assets next to the program")
                                  .value());
    for (const lesson::Lesson& lesson : lessons)
        fmt::print("{} - {}\n    {}\n    {} steps{}\n", lesson.name, lesson.title, lesson.summary, lesson.steps.size(),
                   lesson.minutes > 0 ? fmt::format(", about {} minutes", lesson.minutes) : "");
    for (const Diagnostic& problem : problems) fmt::print(stderr, "{}\n", problem.text());
    return problems.empty() ? done : findings_or_failure;
}

Result<bool> check_lesson(const std::filesystem::path& file, const Drawing& drawing) {
    const auto lesson = lesson::read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    lesson::CheckReport report = lesson::check(*lesson, catalog::load_catalog(catalog::catalog_folder()));
    if (report.problems.empty() && drawing.missing_spotlights) {
        const auto missing = drawing.missing_spotlights(file);
        if (!missing) return tl::unexpected(missing.error());
        report.problems = *missing;
    }
    for (const std::string& answer : report.answers) fmt::print("  {}\n", answer);
    for (const Diagnostic& problem : report.problems) fmt::print("{}\n", problem.text());
    fmt::print("{}: {} steps, {} questions asked, {} launches run: {}\n", file.string(), report.steps, report.questions,
               report.launches,
               report.problems.empty()
                   ? "nothing is wrong"
                   : fmt::format("{} problem{}", report.problems.size(), report.problems.size() == 1 ? "" : "s"));
    return report.problems.empty();
}

} // namespace

void add_lesson(CLI::App& app, const Drawing& drawing, int& status) {
    struct Arguments {
        std::string name, slides;
        bool check = false, list = false;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("lesson", "Open a lesson in the window, or check one that you write.");
    command->add_option("name", arguments->name, "a lesson's name, or a file *.lesson.toml");
    command->add_flag("--list", arguments->list, "the lessons that come with the program");
    command->add_flag("--check", arguments->check,
                      "run all its launches, evaluate all its expressions, and print its errors");
    command->add_option("--slides", arguments->slides, "folder for a picture of each step, and of each answer");
    command->callback([arguments, drawing, &status] {
        if (arguments->list) {
            status = list_lessons();
            return;
        }
        const auto file =
            arguments->name.empty()
                ? Result<std::filesystem::path>(fail(ErrorKind::usage, "No lesson is named.", "--list lists them"))
                : lesson::find_lesson(arguments->name, lesson::lessons_folder());
        if (!file) {
            status = report_failure(file.error());
            return;
        }
        if (!arguments->slides.empty()) {
            const auto made = drawing.make_slides
                                  ? drawing.make_slides(*file, arguments->slides)
                                  : Result<void>(fail(ErrorKind::environment, "This program cannot draw slides."));
            status = made ? done : report_failure(made.error());
            return;
        }
        const auto good = check_lesson(*file, drawing);
        status = good ? (*good ? done : findings_or_failure) : report_failure(good.error());
    });
}

} // namespace warpscope::cli
