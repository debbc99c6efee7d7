#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "base/csv.hpp"
#include "base/process/sandbox.hpp"
#include "cli/commands.hpp"
#include "cli/grade_sandbox.hpp"
#include "export/file.hpp"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

/// Adds .cu files. Also adds links and unreadable folders, which are later graded as failed.
void add_files_below(const fs::path& folder, std::vector<fs::path>& files) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored; // an entry with an error is neither link nor file
        const bool is_link = entry->is_symlink(ignored);
        if (!is_link && entry->is_directory(ignored))
            add_files_below(entry->path(), files);
        else if (entry->path().extension() == ".cu" && (is_link || entry->is_regular_file(ignored)))
            files.push_back(entry->path());
    }
    if (error) files.push_back(folder);
}

Result<std::vector<fs::path>> submissions(const std::vector<std::string>& names) {
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        std::error_code error;
        if (fs::is_directory(name, error)) {
            add_files_below(name, files);
        } else if (fs::is_regular_file(name, error) || fs::is_symlink(name, error)) {
            files.emplace_back(name);
        } else {
            return fail(ErrorKind::usage, fmt::format("There is no submission '{}'.", name));
        }
    }
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    if (files.empty()) return fail(ErrorKind::usage, "There is nothing to grade.", "name .cu files or folders of them");
    return files;
}

std::string csv_header(const lesson::Assignment& assignment) {
    std::string line = "file";
    for (const lesson::Gate& gate : assignment.gates) line += "," + csv_field(gate.name);
    return line + ",points,of,why,measured\n";
}

std::string csv_line(const fs::path& file, const lesson::Grade& grade) {
    std::string line = csv_field(file.string()), why, measured;
    for (const lesson::GateResult& gate : grade.gates) {
        line += gate.passed ? ",1" : ",0";
        if (!gate.passed) why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", gate.name, gate.why);
        if (!gate.passed && !gate.measured.empty())
            measured += fmt::format("{}{}: {}", measured.empty() ? "" : "; ", gate.name, gate.measured);
    }
    return line + fmt::format(",{},{},{},{}\n", grade.points, grade.max, csv_field(why), csv_field(measured));
}

void print(const fs::path& file, const lesson::Grade& grade) {
    fmt::print("{}: {} of {} points\n", file.string(), grade.points, grade.max);
    for (const lesson::GateResult& gate : grade.gates) {
        fmt::print("  {} {}{}\n", gate.passed ? "passed" : "FAILED", gate.name, gate.passed ? "" : ": " + gate.why);
        if (!gate.passed && !gate.measured.empty()) fmt::print("         measured: {}\n", gate.measured);
    }
}

struct GradeArguments {
    std::string task, csv;
    std::vector<std::string> files;
    bool no_sandbox = false, apart = false;
    int seconds = 120;
};

Result<bool> execute(const GradeArguments& arguments) {
    const auto assignment = lesson::read_assignment(arguments.task);
    if (!assignment) return tl::unexpected(assignment.error());
    const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    if (arguments.apart) { // this process runs inside the sandbox
        const auto references = lesson::make_references(*assignment, catalog, nullptr);
        print_grade(references ? lesson::grade(*assignment, *references, arguments.files.front())
                               : tl::unexpected(references.error()));
        return true;
    }
    const auto files = submissions(arguments.files);
    if (!files) return tl::unexpected(files.error());
    GradeLimits limits;
    limits.sandbox = !arguments.no_sandbox;
    limits.processor = std::chrono::seconds(arguments.seconds);
    if (limits.sandbox)
        if (const auto why = sandbox_error("add --no-sandbox if you trust the submissions"))
            return tl::unexpected(*why);
    const auto references = lesson::make_references(*assignment, catalog, nullptr);
    if (!references) return tl::unexpected(references.error());
    if (const auto why = lesson::assignment_error(*assignment, *references)) return tl::unexpected(*why);
    std::string csv = csv_header(*assignment);
    bool all = true;
    for (const fs::path& file : *files) {
        const lesson::Grade grade = grade_in_sandbox(*assignment, file, limits);
        all = all && grade.passed();
        csv += csv_line(file, grade);
        if (arguments.csv != "-") print(file, grade);
    }
    if (arguments.csv == "-") {
        fmt::print("{}", csv);
    } else if (!arguments.csv.empty()) {
        if (auto written = exporting::write_file(arguments.csv, csv); !written) return tl::unexpected(written.error());
    }
    return all;
}

} // namespace

void add_grade(CLI::App& app, int& status) {
    auto arguments = std::make_shared<GradeArguments>();
    CLI::App* command =
        app.add_subcommand("grade", "Grade submissions of an assignment, each in a sandbox, without a GPU.");
    command->add_option("task", arguments->task, "the assignment's file")->required();
    command->add_option("files", arguments->files, "submissions: .cu files, or folders of them")->required();
    command->add_option("--csv", arguments->csv, "table of all results: a file, or - for standard output");
    command->add_option("--seconds", arguments->seconds, "seconds of processor time for one submission, at most")
        ->check(CLI::Range(1, 86400));
    command->add_flag("--no-sandbox", arguments->no_sandbox, "run without bubblewrap, for files that you trust");
    command->add_flag("--apart", arguments->apart)->group("");
    command->callback([arguments, &status] {
        const auto all = execute(*arguments);
        status = all ? (*all ? done : findings_or_failure) : report_failure(all.error());
    });
}

} // namespace warpscope::cli
