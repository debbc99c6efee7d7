#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/files.hpp"
#include "catalog/text/toml_reader.hpp"
#include "catalog/text/toml_words.hpp"
#include "language/tr.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read/read_question.hpp"

namespace warpscope::lesson {
namespace {

using catalog::Problems;
using catalog::TableReader;

constexpr size_t max_steps = 40;

class FileReader {
public:
    explicit FileReader(const std::filesystem::path& file)
        : file_(file.string())
        , problems_(file_)
        , parts_(file_, problems_) {}

    Result<Lesson> read(std::string_view text) {
        Lesson out;
        try {
            const toml::table table = toml::parse(text, file_);
            read_all(table, out);
        } catch (const toml::parse_error& error) {
            problems_.add(error.source(), msg("not valid TOML: {}.", catalog::toml_words(error)));
        }
        if (!problems_.empty()) return tl::unexpected(problems_.joined());
        return out;
    }

private:
    void read_all(const toml::table& table, Lesson& out) {
        TableReader top(table, problems_, "lesson");
        out.title = top.required_text("title");
        out.summary = top.required_text("summary");
        out.order = static_cast<int>(top.whole("order", 0, 100000).value_or(1000));
        out.minutes = static_cast<int>(top.whole("minutes", 1, 120).value_or(0));
        Step before;
        for (const toml::table* step : top.tables("step")) {
            before = read_step(*step, before);
            out.steps.push_back(before);
        }
        if (out.steps.empty()) top.problem("step", msg("there is no [[step]]."), msg("a lesson needs at least one"));
        if (out.steps.size() > max_steps) top.problem("step", msg("there are more than {} steps.", max_steps));
        top.finish();
    }

    /// Inherits from `before`.
    Step read_step(const toml::table& table, const Step& before) {
        TableReader reader(table, problems_, "step");
        Step out;
        out.where = parts_.place(table);
        out.name = reader.required_text("name");
        reader.rename(fmt::format("step '{}'", out.name));
        out.text = parts_.words(reader, "text");
        const bool other_launch = reader.has("run");
        if (!other_launch) {
            out.run = before.run;
            out.views = before.views;
            out.alone = before.alone;
            out.overlays = before.overlays;
            if (out.run.target.empty())
                reader.problem("run", msg("'run' is missing."), msg("write run = \"EXPERIMENT/VARIANT\""));
        }
        if (const auto run = reader.text("run")) out.run.target = *run;
        parts_.run(reader, out.run);
        out.run.where = other_launch ? parts_.location(reader.place("run")) : out.where;
        if (other_launch) others_.clear();
        if (const toml::table* others = reader.table("other")) read_others(*others);
        for (const auto& [name, change] : others_) {
            RunSpec& spec = out.others[name] = changed(out.run, change);
            spec.where = change.where;
        }
        if (const toml::table* beside = reader.table("beside")) read_beside(*beside, out);
        if (const auto views = reader.texts("views")) {
            if (views->size() == 2)
                out.views = {(*views)[0], (*views)[1]};
            else
                reader.problem("views", msg("'views' needs two names: the contents of the left and the right view."));
        }
        if (const auto alone = reader.text("alone")) {
            out.alone = *alone;
            if (!alone->empty() && *alone != "left" && *alone != "right")
                reader.problem("alone", msg("'alone' must be \"left\" or \"right\", the only view shown."));
        }
        if (const auto set = parts_.overlays(reader, "overlays")) out.overlays = *set;
        out.tab = parts_.tab(reader);
        if (const auto cell = reader.numbers("cell")) {
            out.cell = *cell;
            if (cell->empty() || cell->size() > 3) reader.problem("cell", msg("'cell' has one to three coordinates."));
            if (!std::ranges::all_of(*cell, [](double c) { return std::abs(c) < 1e9 && c == std::floor(c); })) {
                reader.problem("cell", msg("coordinates of 'cell' are whole numbers."));
                out.cell.clear();
            }
        }
        out.zoom = reader.number("zoom");
        if (out.zoom && !(*out.zoom > 0 && *out.zoom <= 1000)) {
            reader.problem("zoom", msg("'zoom' is pixels per cell, more than 0 and at most 1000."));
            out.zoom.reset();
        }
        out.spotlight = reader.text("spotlight").value_or("");
        out.sliders = reader.flag("sliders").value_or(false);
        if (reader.has("code") && table["code"].is_boolean())
            out.whole_code = reader.flag("code").value_or(false);
        else
            out.code = reader.texts("code").value_or(std::vector<std::string>());
        if (const toml::table* question = reader.table("question"))
            out.question = read_question(parts_, *question, out.name);
        out.paints = reader.texts("paints").value_or(std::vector<std::string>());
        if (out.beside && !out.alone.empty())
            reader.problem("alone", msg("with [step.beside] both views are shown; write alone = \"\"."));
        const auto& light = out.question ? out.question->highlighted : std::nullopt;
        if (light && light->beside && !out.beside)
            reader.problem("question", msg("'beside' of its light needs [step.beside]."));
        reader.finish();
        if (!out.text.any() && !out.question) reader.problem("text", msg("it has neither a text nor a question."));
        return out;
    }

    void read_others(const toml::table& table) {
        others_.clear();
        TableReader reader(table, problems_, "other");
        for (const auto& [key, node] : table) {
            const std::string name(key.str());
            const toml::table* one = reader.table(name);
            if (one == nullptr) continue;
            TableReader run(*one, problems_, fmt::format("other launch '{}'", name));
            RunSpec change;
            if (const auto run_name = run.text("run")) change.target = *run_name;
            parts_.run(run, change);
            change.where = parts_.place(*one);
            run.finish();
            others_.emplace(name, std::move(change));
        }
        reader.finish();
    }

    void read_beside(const toml::table& table, Step& out) {
        TableReader reader(table, problems_, "beside");
        ComparedLaunch beside;
        beside.other = reader.required_text("other");
        if (!beside.other.empty() && !out.others.contains(beside.other))
            reader.problem("other", msg("there is no [step.other.{}].", beside.other));
        const auto names = reader.texts("names");
        if (names && names->size() == 2)
            beside.names = {(*names)[0], (*names)[1]};
        else
            reader.problem("names", msg("'names' needs two names: the other launch and the step's own."));
        beside.code = reader.texts("code").value_or(std::vector<std::string>());
        reader.finish();
        out.beside = std::move(beside);
    }

    std::string file_;
    Problems problems_;
    PartReader parts_;
    std::map<std::string, RunSpec> others_; // changes to a step's launch
};

} // namespace

bool is_lesson_file(const std::filesystem::path& file) { return file.filename().string().ends_with(lesson_ending); }

Result<Lesson> lesson_from_text(std::string_view text, const std::filesystem::path& file) {
    auto lesson = FileReader(file).read(text);
    if (!lesson) return lesson;
    lesson->file = file;
    lesson->name = file.filename().string();
    if (is_lesson_file(file)) lesson->name.resize(lesson->name.size() - lesson_ending.size());
    return lesson;
}

Result<Lesson> read_lesson(const std::filesystem::path& file) {
    const auto text = read_file(file);
    if (!text)
        return fail(ErrorKind::environment, msg("The lesson '{}' cannot be read.", file.string()),
                    msg("check the name and its permissions"));
    return lesson_from_text(*text, file);
}

} // namespace warpscope::lesson
