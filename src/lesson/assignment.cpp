#include "lesson/assignment.hpp"

#include <fstream>

#include <fmt/format.h>

#include "catalog/text/toml_words.hpp"
#include "compile/text_headers.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "lesson/facts.hpp"
#include "lesson/read_run.hpp"
#include "metrics/finding_location.hpp"
#include "scene/outside_includes.hpp"

namespace warpscope::lesson {
namespace {

using catalog::Problems;
using catalog::TableReader;

Gate read_gate(const toml::table& table, Problems& problems, const std::string& file) {
    TableReader reader(table, problems, "gate");
    Gate out;
    out.name = reader.required_text("name");
    out.says = {reader.text("says").value_or(""), {file, reader.place("says").begin.line, 0}};
    out.points = reader.number("points").value_or(1);
    if (!(out.points >= 0)) reader.problem("points", msg("'points' must be 0 or more."));
    const std::string text = reader.required_text("holds");
    auto holds = Expression::parse(text, {file, reader.place("holds").begin.line, 0});
    if (holds)
        out.holds = std::move(*holds);
    else if (!text.empty())
        reader.problem("holds", holds.error().message);
    reader.finish();
    return out;
}

struct Submission {
    std::filesystem::path file;
    std::optional<std::string> text;
};

session::Request submitted(const session::Request& own, const Submission& submission) {
    session::Request request = own;
    auto experiment = std::make_shared<catalog::Experiment>(*own.experiment);
    for (catalog::Variant& variant : experiment->variants)
        if (variant.name == own.variant) {
            if (!submission.file.empty()) variant.source = submission.file;
            variant.races = true;
        }
    request.experiment = std::move(experiment);
    request.text = submission.text;
    return request;
}

/// Finds the course's kernel among a submission's includes. Such a submission would always pass.
std::optional<std::string> kernel_included_by(const std::string& text, const session::Request& own) {
    const catalog::Variant& stands_for = *own.experiment->find(own.variant);
    const auto included =
        compile::own_headers_of_text(text, stands_for.source, stands_for.include_folders, stands_for.definitions);
    std::error_code error;
    for (const std::filesystem::path& file : included.files)
        for (const catalog::Variant& variant : own.experiment->variants)
            if (std::filesystem::equivalent(file, variant.source, error)) return file.filename().string();
    return std::nullopt;
}

/// Returns "with gradient:20x10 in blocks of 32x8x1: " if there are several cases.
std::string prefix(const Assignment& assignment, const session::RunResult& run) {
    if (assignment.cases.size() < 2) return {};
    const Dim3& block = run.shown().config.block;
    const input::InputSpec& input = run.request.input;
    return tr_format("with {} in blocks of {}x{}x{}: ", input.is_file() ? tr("the picture") : input.text(), block.x,
                     block.y, block.z);
}

std::string gate_error(const Gate& gate, const Result<bool>& holds, const Facts& facts) {
    if (!holds) return tr(holds.error().message);
    for (const metrics::LaunchMeasurement& launch : facts.own()->measured->launches())
        if (const simt::Finding* const first = launch.first_error();
            first != nullptr && gate.holds.text().find("finding") != std::string::npos)
            return metrics::says_line(*first) ? tr(first->message)
                                              : tr_format("line {}: {}", first->source.line, tr(first->message));
    if (gate.says.any())
        if (const auto said = filled_in(tr_course(gate.says.text), facts, gate.says.where)) return *said;
    return tr_format("{} is not true", gate.holds.text());
}

std::optional<std::string> completion_error(const session::RunResult& run) {
    using enum simt::FindingKind;
    for (const metrics::LaunchMeasurement& launch : run.measured->launches())
        for (const simt::Finding& finding : launch.findings)
            if (finding.kind == deadlock || finding.kind == instruction_budget || finding.kind == invalid_launch)
                return tr_format("line {}: {}", finding.source.line, tr(finding.message));
    return std::nullopt;
}

/// Rejects a kernel that stores nothing, because it would pass gates about findings and conflicts.
std::optional<std::string> missing_work_error(const Facts& own, const Facts& reference) {
    double stores = 0, of_reference = 0;
    for (const char* count : {"global.store_requests", "atomics.requests"}) {
        stores += own.value(count).value_or(0);
        of_reference += reference.value(count).value_or(0);
    }
    if (stores > 0 || of_reference == 0) return std::nullopt;
    return tr("the kernel stores nothing: there is nothing to judge");
}

/// Fails gates about accesses that only the reference makes, except "shared.requests == 0 or ...".
std::optional<std::string> vacuous_gate_error(const std::string& gate, const Facts& own, const Facts& reference) {
    struct Accesses {
        const char *names, *count;
    };
    for (const auto& [names, count] : {Accesses{"global.load_", "global.load_requests"},
                                       {"global.store_", "global.store_requests"},
                                       {"shared.", "shared.requests"},
                                       {"atomics.", "atomics.requests"}}) {
        bool named = false;
        for (size_t at = gate.find(names); at != std::string::npos; at = gate.find(names, at + 1))
            named = named || at == 0 || gate[at - 1] != '.'; // after '.', the name belongs to another launch
        if (!named || gate.find(std::string(count) + " == 0") != std::string::npos) continue;
        if (own.value(count).value_or(0) == 0 && reference.value(count).value_or(0) > 0)
            return tr_format("{} is 0: without such accesses, the gate does not pass", count);
    }
    return std::nullopt;
}

Result<session::Request> request_of(const Assignment& assignment, const RunSpec& change,
                                    const catalog::Catalog& catalog) {
    RunSpec spec = changed(assignment.run, change);
    if (change.where.file.empty()) spec.where = assignment.run.where;
    auto request = make_request(catalog, spec, assignment.file.parent_path());
    // Gives the same PTX on all machines.
    if (request) request->compiler = compile::CompilerChoice::clang;
    return request;
}

/// Runs on one worker, so that float atomics have a fixed order.
Result<Run> run_in_order(const session::Request& request, CaseWatch* watch) {
    session::RunOptions options;
    options.workers = 1;
    options.cancel = watch != nullptr ? &watch->cancel : nullptr;
    auto made = session::run(request, options);
    if (watch != nullptr) ++watch->done;
    return made;
}

Diagnostic mistake(Diagnostic why) {
    why.kind = ErrorKind::usage;
    return why;
}

void fail_all(Grade& grade, const std::string& why) {
    for (GateResult& gate : grade.gates)
        if (gate.why.empty()) gate = {gate.name, false, why, {}};
}

} // namespace

Result<Assignment> read_assignment(const std::filesystem::path& file) {
    Assignment out;
    out.file = file;
    Problems problems(file.string());
    try {
        const toml::table table = toml::parse_file(file.string());
        TableReader top(table, problems, "assignment");
        out.title = top.required_text("title");
        out.run.target = top.required_text("run");
        if (const auto begin = top.text("begin_with")) out.begin_with = file.parent_path() / *begin;
        out.run.where = {file.string(), top.place("run").begin.line, 0};
        read_run(top, problems, out.run);
        for (const toml::table* one : top.tables("case")) {
            TableReader reader(*one, problems, "case");
            RunSpec change;
            read_run(reader, problems, change);
            change.where = {file.string(), one->source().begin.line, 0};
            reader.finish();
            out.cases.push_back(std::move(change));
        }
        for (const toml::table* gate : top.tables("gate"))
            out.gates.push_back(read_gate(*gate, problems, file.string()));
        if (out.gates.empty())
            top.problem("gate", msg("there is no [[gate]]."), msg("a submission must have something to pass"));
        top.finish();
    } catch (const toml::parse_error& error) {
        problems.add(error.source(), msg("not an assignment: {}.", catalog::toml_words(error)));
    }
    if (!problems.empty()) return tl::unexpected(problems.joined());
    if (out.cases.empty()) out.cases.push_back({});
    return out;
}

Result<References> make_references(const Assignment& assignment, const catalog::Catalog& catalog, CaseWatch* watch) {
    References out;
    for (const RunSpec& change : assignment.cases) {
        const auto request = request_of(assignment, change, catalog);
        if (!request) return tl::unexpected(request.error());
        auto own = run_in_order(submitted(*request, {}), watch);
        if (!own) return tl::unexpected(own.error());
        out.push_back(std::move(*own));
    }
    return out;
}

std::optional<Diagnostic> assignment_error(const Assignment& assignment, const References& references) {
    for (const Run& own : references) {
        const Facts facts({own, {{"reference", own}}});
        for (const Gate& gate : assignment.gates) {
            const auto holds = gate.holds.holds(facts);
            if (!holds) return mistake(holds.error());
            if (!*holds)
                return Diagnostic{ErrorKind::usage,
                                  msg("gate '{}': {}the course's own kernel does not pass it: {}", gate.name,
                                      prefix(assignment, *own), gate_error(gate, holds, facts)),
                                  gate.holds.where(),
                                  {}};
            if (!gate.says.any()) continue;
            if (const auto said = filled_in(gate.says.text, facts, gate.says.where); !said)
                return mistake(said.error());
        }
    }
    return std::nullopt;
}

namespace {

Grade ungraded(const Assignment& assignment) {
    Grade out;
    for (const Gate& gate : assignment.gates) {
        out.gates.push_back({gate.name, false, {}, {}});
        out.max += gate.points;
    }
    return out;
}

Result<Grade> grade_submission(const Assignment& assignment, const References& references, const Submission& submission,
                               CaseWatch* watch) {
    Grade out = ungraded(assignment);
    for (const Run& reference : references) {
        if (const auto kernel =
                submission.text ? kernel_included_by(*submission.text, reference->request) : std::nullopt) {
            fail_all(out, tr_format("it includes '{}', a kernel of the course", *kernel));
            break;
        }
        const auto run = run_in_order(submitted(reference->request, submission), watch);
        const std::string with = prefix(assignment, *reference);
        if (!run) {
            const Diagnostic& why = run.error();
            if (why.kind == ErrorKind::canceled) return tl::unexpected(why);
            if (why.kind == ErrorKind::environment && !submission.file.empty() &&
                why.message.english().find(submission.file.string()) != std::string::npos)
                return tl::unexpected(why);
            fail_all(out, with + tr(why.message.first_line()));
            continue;
        }
        if (const auto why = completion_error(**run)) {
            fail_all(out, with + *why);
            continue;
        }
        const Facts facts({*run, {{"reference", reference}}});
        const Facts& reference_facts = *facts.of("reference");
        if (const auto why = missing_work_error(facts, reference_facts)) {
            fail_all(out, with + *why);
            continue;
        }
        for (size_t i = 0; i < assignment.gates.size(); ++i) {
            if (!out.gates[i].why.empty()) continue;
            const auto holds = assignment.gates[i].holds.holds(facts);
            const auto vacuous = holds && *holds
                                     ? vacuous_gate_error(assignment.gates[i].holds.text(), facts, reference_facts)
                                     : std::nullopt;
            const bool passed = holds && *holds && !vacuous;
            std::string measured = measured_words(assignment.gates[i].holds, facts);
            if (!passed) out.gates[i].why = with + (vacuous ? *vacuous : gate_error(assignment.gates[i], holds, facts));
            out.gates[i].measured = passed && !measured.empty() ? with + measured : std::move(measured);
        }
    }
    for (size_t i = 0; i < out.gates.size(); ++i) {
        out.gates[i].passed = out.gates[i].why.empty();
        if (out.gates[i].passed) out.points += assignment.gates[i].points;
    }
    return out;
}

} // namespace

std::optional<std::string> submission_error(std::string_view text) {
    if (const auto name = scene::include_outside(text))
        return tr_format("it includes {}: only headers, by a relative name, may be included", *name);
    if (text.find('\0') != std::string_view::npos) return tr("it has a NUL byte, so it is not text");
    if (text.find("incbin") != std::string_view::npos) return tr("it names .incbin, which is not allowed");
    return std::nullopt;
}

Result<Grade> grade(const Assignment& assignment, const References& references,
                    const std::filesystem::path& submission) {
    return grade_submission(assignment, references, {submission, {}}, nullptr);
}

Result<Grade> grade_text(const Assignment& assignment, const References& references,
                         const std::optional<std::string>& text, CaseWatch* watch) {
    if (const auto why = text ? submission_error(*text) : std::nullopt) {
        Grade out = ungraded(assignment);
        fail_all(out, *why);
        return out;
    }
    return grade_submission(assignment, references, {{}, text}, watch);
}

Result<session::Request> first_launch(const Assignment& assignment, const catalog::Catalog& catalog) {
    return request_of(assignment, assignment.cases.front(), catalog);
}

bool is_assignment_file(const std::filesystem::path& file) {
    if (file.extension() != ".toml") return false;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("[[gate]]")) return true;
    return false;
}

} // namespace warpscope::lesson
