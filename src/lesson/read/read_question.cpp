#include "lesson/read/read_question.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::lesson {
namespace {

using catalog::TableReader;

constexpr std::array<std::string_view, 7> kind_names{"number", "choice", "cells", "lanes", "line", "order", "settings"};

toml::source_region region(const SourceLocation& where) {
    toml::source_region out{}; // without a column
    out.begin.line = where.line;
    return out;
}

void read_values(PartReader& parts, TableReader& reader, Question& out) {
    const auto values = reader.texts("values"), names = reader.texts("names");
    if (values && values->size() == 2)
        for (size_t i = 0; i < 2; ++i) out.values[i] = parts.parsed((*values)[i], reader.place("values"));
    else if (values || out.kind == Kind::order)
        reader.problem("values", msg("'values' needs two expressions, one per variant."));
    if (names && names->size() == 2)
        out.names = {(*names)[0], (*names)[1]};
    else if (names || out.kind == Kind::order)
        reader.problem("names", msg("'names' needs the names of the two compared variants."));
}

Choice read_choice(PartReader& parts, const toml::table& table) {
    TableReader reader(table, parts.problems(), "choice");
    Choice out;
    out.where = parts.place(table);
    out.value = parts.expression(reader, "value");
    out.when = parts.expression(reader, "when");
    out.says = parts.words(reader, "says");
    out.means = parts.words(reader, "means");
    reader.finish();
    return out;
}

Light read_light(PartReader& parts, const toml::table& table) {
    TableReader reader(table, parts.problems(), "light");
    Light out;
    out.buffer = reader.required_text("in");
    if (auto where = parts.expression(reader, "where"))
        out.where = std::move(*where);
    else if (!reader.has("where"))
        reader.problem("where", msg("'where' is missing: which cells light up."));
    out.beside = parts.expression(reader, "beside");
    reader.finish();
    return out;
}

Why read_why(PartReader& parts, const toml::table& table) {
    TableReader reader(table, parts.problems(), "why");
    Why out;
    out.says = parts.words(reader, "says");
    out.block = parts.expression(reader, "block");
    out.warp = parts.expression(reader, "warp");
    out.to = reader.text("to").value_or("");
    if (!out.to.empty() && out.to != "split" && out.to != "barrier" && out.to != "end")
        reader.problem("to", msg("'{}' is not a moment in time.", out.to), msg("split, barrier or end"));
    reader.finish();
    return out;
}

/// Counts unreadable expressions as present, because they are already reported.
void check_choice(PartReader& parts, const Question& q, bool answered, const toml::table& table, const Choice& choice) {
    const bool by_words = q.kind == Kind::choice && !answered;
    const bool says = by_words || q.kind == Kind::order, when = by_words || q.kind == Kind::cells;
    const bool value = q.kind == Kind::number || (q.kind == Kind::choice && answered);
    const auto holds = [&](bool is, bool wanted, std::string_view key, std::string_view what) {
        if (is == wanted) return;
        parts.problems().add(region(choice.where), wanted ? tr_format("this choice needs '{}', {}.", key, what)
                                                          : tr_format("'{}' means nothing in this choice.", key));
    };
    holds(table.contains("value"), value, "value", tr("a number as an expression"));
    holds(table.contains("when"), when, "when",
          by_words ? tr("the condition under which it is right") : tr("the condition that reveals it"));
    holds(choice.says.any(), says, "says", by_words ? tr("its words") : tr("one of 'names', or \"same\""));
    if (!by_words && !choice.means.any())
        parts.problems().add(region(choice.where), tr("'means' is missing: the misconception behind this answer."));
    if (q.kind == Kind::order && choice.says.any() && choice.says.text != "same" &&
        std::ranges::find(q.names, choice.says.text) == q.names.end())
        parts.problems().add(region(choice.where),
                             tr_format("'{}' is neither in 'names' nor \"same\".", choice.says.text));
}

void check_kind(PartReader& parts, TableReader& reader, const Question& q,
                const std::vector<const toml::table*>& choices) {
    const std::string kind(name_of(q.kind));
    const auto need = [&](std::string_view key) {
        if (!reader.has(key)) reader.problem(key, msg("a question of kind \"{}\" needs '{}'.", kind, key));
    };
    const auto only = [&](std::string_view key, std::initializer_list<Kind> kinds) {
        if (reader.has(key) && std::ranges::find(kinds, q.kind) == kinds.end())
            reader.problem(key, msg("'{}' means nothing in a question of kind \"{}\".", key, kind));
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
    only("goal_words", {Kind::settings});
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
    case Kind::order: break; // its fields are checked when they are read
    case Kind::settings:
        need("goal");
        if (!q.own_copy) need("proof");
        break;
    }
    for (size_t i = 0; i < choices.size(); ++i) check_choice(parts, q, reader.has("answer"), *choices[i], q.choices[i]);
}

} // namespace

std::string_view name_of(Kind kind) { return kind_names[static_cast<size_t>(kind)]; }

Question read_question(PartReader& parts, const toml::table& table, const std::string& step) {
    TableReader reader(table, parts.problems(), fmt::format("question of step '{}'", step));
    Question out;
    out.place = parts.place(table);
    const std::string kind = reader.required_text("kind");
    const auto found = std::ranges::find(kind_names, kind);
    if (found == kind_names.end() && !kind.empty()) {
        const std::vector<std::string> names(kind_names.begin(), kind_names.end());
        reader.problem("kind", msg("'{}' is not a kind of question.", kind),
                       catalog::suggestion(kind, names, msg("kinds: ")));
    }
    out.kind = found == kind_names.end() ? Kind::number : static_cast<Kind>(found - kind_names.begin());
    out.ask = parts.words(reader, "ask");
    if (!out.ask.any()) reader.problem("ask", msg("'ask' is missing: the question itself."));
    out.explain = parts.words(reader, "explain");
    if (!out.explain.any()) reader.problem("explain", msg("'explain' is missing: why it is so."));
    out.unit = parts.words(reader, "unit");
    out.unit_one = parts.words(reader, "unit_one");
    out.answer = parts.expression(reader, "answer");
    out.where = parts.expression(reader, "where");
    out.buffer = reader.text("in").value_or("");
    out.pick = parts.expression(reader, "pick");
    out.block = parts.expression(reader, "block");
    out.warp = parts.expression(reader, "warp");
    out.goal = parts.expression(reader, "goal");
    for (const std::string& words : reader.texts("goal_words").value_or(std::vector<std::string>()))
        out.goal_words.push_back({words, parts.location(reader.place("goal_words"))});
    if (out.goal && !out.goal_words.empty() && out.goal_words.size() != part_count(*out.goal))
        reader.problem("goal_words", msg("'goal_words' has {} texts, but 'goal' has {} conditions.",
                                         out.goal_words.size(), part_count(*out.goal)));
    out.own_copy = reader.flag("own_copy").value_or(false);
    if (const toml::table* proof = reader.table("proof")) {
        TableReader run(*proof, parts.problems(), "proof");
        out.proof = RunSpec();
        parts.run(run, *out.proof);
        out.proof->where = parts.place(*proof);
        run.finish();
    }
    read_values(parts, reader, out);
    const std::vector<const toml::table*> choices = reader.tables("choice");
    for (const toml::table* choice : choices) out.choices.push_back(read_choice(parts, *choice));
    for (const std::string& view : reader.texts("covers").value_or(std::vector<std::string>()))
        if (view == "left" || view == "right")
            out.covers[view == "left" ? 0 : 1] = true;
        else
            reader.problem("covers", msg("'{}' is not a view.", view), msg("left or right"));
    out.shows = parts.overlays(reader, "shows").value_or(0);
    out.tab = parts.tab(reader);
    out.array = reader.text("array").value_or("");
    if (const toml::table* light = reader.table("light")) out.highlighted = read_light(parts, *light);
    if (const toml::table* why = reader.table("why")) out.why = read_why(parts, *why);
    for (const toml::table* again : reader.tables("again")) {
        TableReader run(*again, parts.problems(), "again");
        RunSpec spec;
        parts.run(run, spec);
        spec.where = parts.place(*again);
        run.finish();
        out.again.push_back(std::move(spec));
    }
    if (found != kind_names.end()) check_kind(parts, reader, out, choices);
    reader.finish();
    return out;
}

} // namespace warpscope::lesson
