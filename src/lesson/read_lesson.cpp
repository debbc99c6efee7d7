// Reads the text of a lesson's file.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catalog/text/nearest.hpp"
#include "catalog/text/toml_reader.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read_run.hpp"
#include "scene/names.hpp"

namespace warpscope::lesson {
namespace {

using catalog::Problems;
using catalog::TableReader;

constexpr std::array<std::string_view, 7> kind_names{"number", "choice", "cells", "lanes", "line", "order", "settings"};
constexpr size_t most_steps = 40;

class FileReader {
public:
    explicit FileReader(const std::filesystem::path& file)
        : file_(file.string())
        , problems_(file_) {}

    Result<Lesson> read(std::string_view text) {
        Lesson out;
        try {
            const toml::table table = toml::parse(text, file_);
            read_all(table, out);
        } catch (const toml::parse_error& error) {
            problems_.add(error.source(), fmt::format("this is no TOML: {}.", error.description()));
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
        if (out.steps.empty()) top.problem("step", "there is no [[step]].", "a lesson has one or more of them");
        if (out.steps.size() > most_steps)
            top.problem("step", fmt::format("there are more than {} steps.", most_steps));
        top.finish();
    }

    /// What a step does not say about its launch, its views and its overlays, it has from the step `before`.
    Step read_step(const toml::table& table, const Step& before) {
        TableReader reader(table, problems_, "step");
        Step out;
        out.where = place(table);
        out.name = reader.required_text("name");
        reader.rename(fmt::format("step '{}'", out.name));
        out.text = words(reader, "text");
        const bool other_launch = reader.has("run");
        if (!other_launch) {
            out.run = before.run;
            out.others = before.others;
            out.views = before.views;
            out.alone = before.alone;
            out.overlays = before.overlays;
            if (out.run.target.empty())
                reader.problem("run", "'run' is missing.", "write run = \"EXPERIMENT/VARIANT\"");
        }
        if (const auto run = reader.text("run")) out.run.target = *run;
        read_run(reader, out.run);
        out.run.where = other_launch ? location(reader.place("run")) : out.where;
        if (const toml::table* others = reader.table("other")) read_others(*others, out);
        if (const auto views = reader.texts("views")) {
            if (views->size() == 2)
                out.views = {(*views)[0], (*views)[1]};
            else
                reader.problem("views", "'views' has two names, of what the left and the right view show.");
        }
        if (const auto alone = reader.text("alone")) {
            out.alone = *alone;
            if (!alone->empty() && *alone != "left" && *alone != "right")
                reader.problem("alone", "'alone' is \"left\" or \"right\", the view that has all the room.");
        }
        if (const auto set = overlays(reader, "overlays")) out.overlays = *set;
        out.tab = reader.text("tab").value_or("");
        if (const auto cell = reader.numbers("cell")) {
            out.cell = *cell;
            if (cell->empty() || cell->size() > 3) reader.problem("cell", "'cell' has one to three coordinates.");
            if (!std::ranges::all_of(*cell, [](double c) { return std::abs(c) < 1e9 && c == std::floor(c); })) {
                reader.problem("cell", "coordinates of 'cell' are whole numbers.");
                out.cell.clear();
            }
        }
        out.zoom = reader.number("zoom");
        if (out.zoom && !(*out.zoom > 0 && *out.zoom <= 1000)) {
            reader.problem("zoom", "'zoom' is pixels per cell, more than 0 and at most 1000.");
            out.zoom.reset();
        }
        out.spotlight = reader.text("spotlight").value_or("");
        out.sliders = reader.flag("sliders").value_or(false);
        if (reader.has("code") && table["code"].is_boolean())
            out.whole_code = reader.flag("code").value_or(false);
        else
            out.code = reader.texts("code").value_or(std::vector<std::string>());
        if (const toml::table* question = reader.table("question")) out.question = read_question(*question, out);
        reader.finish();
        if (!out.text.any() && !out.question) reader.problem("text", "it has neither a text nor a question.");
        return out;
    }

    void read_others(const toml::table& table, Step& out) {
        out.others.clear();
        TableReader reader(table, problems_, "other");
        for (const auto& [key, node] : table) {
            const std::string name(key.str());
            const toml::table* one = reader.table(name);
            if (one == nullptr) continue;
            TableReader run(*one, problems_, fmt::format("other launch '{}'", name));
            RunSpec spec = out.run;
            if (const auto run_name = run.text("run")) spec.target = *run_name;
            read_run(run, spec);
            spec.where = place(*one);
            run.finish();
            out.others.emplace(name, std::move(spec));
        }
        reader.finish();
    }

    void read_run(TableReader& reader, RunSpec& out) { lesson::read_run(reader, problems_, out); }

    Question read_question(const toml::table& table, const Step& step) {
        TableReader reader(table, problems_, fmt::format("question of step '{}'", step.name));
        Question out;
        out.place = place(table);
        const std::string kind = reader.required_text("kind");
        const auto found = std::ranges::find(kind_names, kind);
        if (found == kind_names.end() && !kind.empty()) {
            const std::vector<std::string> names(kind_names.begin(), kind_names.end());
            reader.problem("kind", fmt::format("'{}' is no kind of question.", kind),
                           catalog::suggestion(kind, names, "kinds: "));
        }
        out.kind = found == kind_names.end() ? Kind::number : static_cast<Kind>(found - kind_names.begin());
        out.ask = words(reader, "ask");
        if (!out.ask.any()) reader.problem("ask", "'ask' is missing: the question itself.");
        out.explain = words(reader, "explain");
        if (!out.explain.any()) reader.problem("explain", "'explain' is missing: why it is so.");
        out.unit = words(reader, "unit");
        out.unit_one = words(reader, "unit_one");
        out.answer = expression(reader, "answer");
        out.where = expression(reader, "where");
        out.buffer = reader.text("in").value_or("");
        out.pick = expression(reader, "pick");
        out.block = expression(reader, "block");
        out.warp = expression(reader, "warp");
        out.goal = expression(reader, "goal");
        out.own_copy = reader.flag("own_copy").value_or(false);
        if (const toml::table* proof = reader.table("proof")) {
            TableReader run(*proof, problems_, "proof");
            out.proof = RunSpec();
            read_run(run, *out.proof);
            out.proof->where = place(*proof);
            run.finish();
        }
        read_values(reader, out);
        for (const toml::table* choice : reader.tables("choice")) out.choices.push_back(read_choice(*choice));
        for (const std::string& view : reader.texts("covers").value_or(std::vector<std::string>()))
            if (view == "left" || view == "right")
                out.covers[view == "left" ? 0 : 1] = true;
            else
                reader.problem("covers", fmt::format("'{}' is no view.", view), "left or right");
        out.shows = overlays(reader, "shows").value_or(0);
        out.tab = reader.text("tab").value_or("");
        if (const toml::table* light = reader.table("light")) out.highlighted = read_light(*light);
        if (const toml::table* why = reader.table("why")) out.why = read_why(*why);
        for (const toml::table* again : reader.tables("again")) {
            TableReader run(*again, problems_, "again");
            RunSpec spec;
            read_run(run, spec);
            spec.where = place(*again);
            run.finish();
            out.again.push_back(std::move(spec));
        }
        check_kind(reader, out);
        reader.finish();
        return out;
    }

    void read_values(TableReader& reader, Question& out) {
        const auto values = reader.texts("values"), names = reader.texts("names");
        if (values && values->size() == 2)
            for (size_t i = 0; i < 2; ++i) out.values[i] = parsed((*values)[i], reader.place("values"));
        else if (values || out.kind == Kind::order)
            reader.problem("values", "'values' has two expressions, one for each of two variants.");
        if (names && names->size() == 2)
            out.names = {(*names)[0], (*names)[1]};
        else if (names || out.kind == Kind::order)
            reader.problem("names", "'names' has two names, of the variants that are compared.");
    }

    Choice read_choice(const toml::table& table) {
        TableReader reader(table, problems_, "choice");
        Choice out;
        out.where = place(table);
        out.value = expression(reader, "value");
        out.when = expression(reader, "when");
        out.says = words(reader, "says");
        out.means = words(reader, "means");
        reader.finish();
        return out;
    }

    Light read_light(const toml::table& table) {
        TableReader reader(table, problems_, "light");
        Light out;
        out.buffer = reader.required_text("in");
        if (auto where = expression(reader, "where"))
            out.where = std::move(*where);
        else if (!reader.has("where"))
            reader.problem("where", "'where' is missing: which cells light up.");
        reader.finish();
        return out;
    }

    Why read_why(const toml::table& table) {
        TableReader reader(table, problems_, "why");
        Why out;
        out.says = words(reader, "says");
        out.block = expression(reader, "block");
        out.warp = expression(reader, "warp");
        out.to = reader.text("to").value_or("");
        if (!out.to.empty() && out.to != "split" && out.to != "barrier" && out.to != "end")
            reader.problem("to", fmt::format("'{}' is no place in time.", out.to), "split, barrier or end");
        reader.finish();
        return out;
    }

    /// What each kind needs, and what means nothing to it.
    void check_kind(TableReader& reader, const Question& q) {
        const std::string kind(name_of(q.kind));
        const auto need = [&](std::string_view key) {
            if (!reader.has(key)) reader.problem(key, fmt::format("a question of kind \"{}\" needs '{}'.", kind, key));
        };
        const auto only = [&](std::string_view key, std::initializer_list<Kind> kinds) {
            if (reader.has(key) && std::ranges::find(kinds, q.kind) == kinds.end())
                reader.problem(key, fmt::format("'{}' means nothing in a question of kind \"{}\".", key, kind));
        };
        only("answer", {Kind::number, Kind::choice});
        only("where", {Kind::cells, Kind::lanes, Kind::line});
        only("in", {Kind::cells});
        only("pick", {Kind::cells});
        only("block", {Kind::lanes});
        only("warp", {Kind::lanes});
        only("values", {Kind::order});
        only("names", {Kind::order});
        only("goal", {Kind::settings});
        only("proof", {Kind::settings});
        only("own_copy", {Kind::settings});
        only("again", {Kind::number, Kind::choice, Kind::cells, Kind::lanes, Kind::line, Kind::order});
        only("choice", {Kind::number, Kind::choice, Kind::cells, Kind::order});
        switch (q.kind) {
        case Kind::number: need("answer"); break;
        case Kind::choice: need("choice"); break;
        case Kind::cells:
            need("where");
            need("in");
            break;
        case Kind::lanes:
        case Kind::line: need("where"); break;
        case Kind::order: break; // asked for where they are read
        case Kind::settings:
            need("goal");
            if (!q.own_copy) need("proof");
            break;
        }
        for (const Choice& choice : q.choices) check_choice(q, choice);
    }

    void check_choice(const Question& q, const Choice& choice) {
        const bool by_words = q.kind == Kind::choice && !q.answer;
        const bool says = by_words || q.kind == Kind::order, when = by_words || q.kind == Kind::cells;
        const bool value = q.kind == Kind::number || (q.kind == Kind::choice && q.answer);
        const auto holds = [&](bool is, bool wanted, std::string_view key, std::string_view what) {
            if (is == wanted) return;
            problems_.add(region(choice.where), wanted ? fmt::format("this choice needs '{}', {}.", key, what)
                                                       : fmt::format("'{}' means nothing in this choice.", key));
        };
        holds(choice.value.has_value(), value, "value", "a number as an expression");
        holds(choice.when.has_value(), when, "when",
              by_words ? "the condition under which it is right" : "the condition that betrays it");
        holds(choice.says.any(), says, "says", by_words ? "its words" : "one of 'names', or \"same\"");
        if (!by_words && !choice.means.any())
            problems_.add(region(choice.where), "'means' is missing: what who answers so may have thought.");
        if (q.kind == Kind::order && choice.says.any() && choice.says.text != "same" &&
            std::ranges::find(q.names, choice.says.text) == q.names.end())
            problems_.add(region(choice.where),
                          fmt::format("'{}' is none of 'names' and not \"same\".", choice.says.text));
    }

    Words words(TableReader& reader, std::string_view key) {
        return {reader.text(key).value_or(""), location(reader.place(key))};
    }

    std::optional<Expression> expression(TableReader& reader, std::string_view key) {
        const auto text = reader.expression(key);
        return text ? parsed(*text, reader.place(key)) : std::nullopt;
    }

    std::optional<Expression> parsed(const std::string& text, const toml::source_region& where) {
        auto made = Expression::parse(text, location(where));
        if (made) return std::move(*made);
        problems_.add(where, made.error().message);
        return std::nullopt;
    }

    std::optional<scene::OverlaySet> overlays(TableReader& reader, std::string_view key) {
        const auto names = reader.texts(key);
        if (!names) return std::nullopt;
        scene::OverlaySet set = 0;
        for (const std::string& name : *names) {
            if (const auto overlay = scene::named<scene::Overlay>(name)) {
                set = set | *overlay;
                continue;
            }
            std::vector<std::string> known;
            for (const scene::Overlay o : scene::all_overlays()) known.emplace_back(scene::name_of(o));
            reader.problem(key, fmt::format("'{}' is no overlay.", name),
                           catalog::suggestion(name, known, "overlays: "));
        }
        return set;
    }

    [[nodiscard]] SourceLocation location(const toml::source_region& where) const {
        return {file_, where.begin.line, 0};
    }
    [[nodiscard]] SourceLocation place(const toml::table& table) const { return location(table.source()); }
    [[nodiscard]] static toml::source_region region(const SourceLocation& where) {
        toml::source_region out;
        out.begin.line = where.line;
        return out;
    }

    std::string file_;
    Problems problems_;
};

} // namespace

std::string_view name_of(Kind kind) { return kind_names[static_cast<size_t>(kind)]; }

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
    std::ifstream stream(file, std::ios::binary);
    std::error_code ignored;
    if (!stream || !std::filesystem::is_regular_file(file, ignored))
        return fail(ErrorKind::environment, fmt::format("The lesson '{}' cannot be read.", file.string()),
                    "check the name and its permissions");
    return lesson_from_text(std::string{std::istreambuf_iterator<char>(stream), {}}, file);
}

} // namespace warpscope::lesson
