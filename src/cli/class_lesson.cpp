#include "cli/class_lesson.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "export/data.hpp"
#include "export/png.hpp"
#include "insight/source_lines.hpp"
#include "language/course.hpp"
#include "language/language.hpp"
#include "lesson/markdown.hpp"
#include "lesson/question.hpp"
#include "lesson/run_cache.hpp"

namespace warpscope::cli {
namespace {

using lesson::EvaluatedQuestion;
using lesson::Facts;
using lesson::Kind;
using serve::AnswerKind;
using serve::ClassStep;
using serve::ClassText;

ClassText class_text(std::string_view markdown) {
    ClassText out;
    for (const lesson::Block& block : lesson::blocks_of(markdown)) {
        serve::Paragraph& paragraph = out.emplace_back();
        if (!block.mark.empty()) paragraph.push_back({block.mark + " "});
        for (const lesson::Span& span : block.spans)
            paragraph.push_back({span.line_break ? span.text + "\n" : span.text,
                                 span.code || block.kind == lesson::Block::Kind::code,
                                 span.strong || block.kind == lesson::Block::Kind::heading});
    }
    return out;
}

serve::Paragraph one_paragraph(std::string_view markdown) {
    serve::Paragraph out;
    for (serve::Paragraph& paragraph : class_text(markdown)) std::ranges::move(paragraph, std::back_inserter(out));
    return out;
}

AnswerKind kind_of(Kind kind) {
    switch (kind) {
    case Kind::number: return AnswerKind::number;
    case Kind::choice:
    case Kind::order: return AnswerKind::choice;
    case Kind::cells: return AnswerKind::cells;
    case Kind::lanes: return AnswerKind::lanes;
    case Kind::line: return AnswerKind::line;
    case Kind::settings: break;
    }
    return AnswerKind::window;
}

/// Comments may reveal the answer.
std::vector<std::string> lines_without_comments(const std::string& source) {
    std::vector<std::string> lines;
    for (std::string_view line : insight::split_lines(source)) {
        line = line.substr(0, line.find("//"));
        lines.emplace_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    }
    return lines;
}

/// Returns each cell's block, or -1. Empty if the lesson does not show blocks.
Result<std::vector<double>> blocks_of_cells(const lesson::Step& step, const Facts& facts) {
    if (!scene::has(step.overlays, scene::Overlay::blocks)) return std::vector<double>{};
    auto cells = lesson::CellFacts::create(facts, *facts.own(), step.question->buffer);
    if (!cells) return tl::unexpected(cells.error());
    std::vector<double> out(cells->layout().shape.cells());
    for (uint64_t cell = 0; cell < out.size(); ++cell) {
        cells->go_to(cell);
        const auto block = cells->value("block");
        if (!block) return tl::unexpected(block.error());
        out[cell] = *block;
    }
    return out;
}

/// Enlarges a picture so that borders between blocks fit.
exporting::BufferPixels enlarge(const exporting::BufferPixels& pixels, const std::vector<double>& blocks) {
    constexpr uint32_t usual_side = 768, max_scale = 12, min_scale_of_borders = 4;
    const uint32_t scale = std::clamp(usual_side / std::max(pixels.width, pixels.height), 1u, max_scale);
    exporting::BufferPixels out{pixels.width * scale, pixels.height * scale, pixels.channels, {}};
    out.bytes.resize(size_t{out.width} * out.height * out.channels);
    const auto block = [&](uint32_t x, uint32_t y) { return blocks[size_t{y} * pixels.width + x]; };
    const bool has_borders = !blocks.empty() && scale >= min_scale_of_borders;
    for (uint32_t y = 0; y < out.height; ++y)
        for (uint32_t x = 0; x < out.width; ++x) {
            const uint32_t column = x / scale, row = y / scale;
            const bool is_border =
                has_borders && ((x % scale == 0 && x > 0 && block(column, row) != block(column - 1, row)) ||
                                (y % scale == 0 && y > 0 && block(column, row) != block(column, row - 1)));
            std::byte* const to = &out.bytes[(size_t{y} * out.width + x) * out.channels];
            if (is_border)
                std::fill_n(to, out.channels, std::byte{255});
            else
                std::memcpy(to, &pixels.bytes[(size_t{row} * pixels.width + column) * out.channels], out.channels);
        }
    return out;
}

Result<void> add_picture(const lesson::Step& step, const Facts& facts, const EvaluatedQuestion& question,
                         ClassStep& out) {
    const auto pixels = exporting::pixels_of(facts.own()->measured->buffer(question.right_cells.buffer));
    if (!pixels) return tl::unexpected(pixels.error());
    const auto blocks = blocks_of_cells(step, facts);
    if (!blocks) return tl::unexpected(blocks.error());
    const exporting::BufferPixels large = enlarge(*pixels, *blocks);
    auto png = exporting::png_bytes(large.width, large.height, large.channels, large.bytes.data());
    if (!png) return tl::unexpected(png.error());
    out.png = std::move(*png);
    out.width = pixels->width;
    out.height = pixels->height;
    return {};
}

std::string measured_words(const EvaluatedQuestion& question) {
    const std::string measured = lesson::plain_text(lesson::measured(question).measured);
    const std::string unit = lesson::plain_text(question.measured_unit);
    if (unit.empty()) return measured;
    return question.kind == Kind::order ? fmt::format("{} ({})", measured, unit) : fmt::format("{} {}", measured, unit);
}

Result<void> add_question(const lesson::Step& step, const Facts& facts, ClassStep& out) {
    const auto evaluated = lesson::ask(step, facts);
    if (!evaluated) return tl::unexpected(evaluated.error());
    const EvaluatedQuestion& question = *evaluated;
    out.kind = kind_of(question.kind);
    out.ask = class_text(question.ask);
    out.explain = class_text(question.explain);
    out.measured = measured_words(question);
    if (out.kind == AnswerKind::choice)
        for (const lesson::Option& option : question.options)
            out.options.push_back({one_paragraph(option.text), option.right, class_text(option.means)});
    if (out.kind == AnswerKind::number) {
        out.unit = lesson::plain_text(question.unit);
        out.answer = *question.answer;
        out.tolerance = lesson::tolerance_of(out.answer);
        for (const EvaluatedQuestion::Mistake& mistake : question.mistakes)
            out.mistakes.push_back({mistake.value, class_text(mistake.means)});
    }
    out.right_lanes = question.right_lanes;
    if (out.kind == AnswerKind::line) {
        out.lines = lines_without_comments(facts.own()->source);
        out.right_lines = question.right_lines;
    }
    if (out.kind != AnswerKind::cells) return {};
    out.pick = question.pick;
    out.right_cells = question.right_cells.cells;
    for (const EvaluatedQuestion::Misconception& each : question.misconceptions)
        out.cell_mistakes.push_back({each.cells.cells, class_text(each.means)});
    return add_picture(step, facts, question, out);
}

Result<ClassStep> measure_step(const lesson::Step& step, lesson::RunCache& cache) {
    lesson::RunSpec unchanged;
    unchanged.where = step.where;
    auto runs = cache.runs(step, unchanged);
    if (!runs) return tl::unexpected(runs.error());
    const Facts facts(std::move(*runs));
    const auto text = lesson::filled_in(tr_course(step.text.text), facts, step.text.where);
    if (!text) return tl::unexpected(text.error());
    ClassStep out;
    out.title = tr_course(step.name);
    out.text = class_text(*text);
    if (step.question)
        if (auto added = add_question(step, facts, out); !added) return tl::unexpected(added.error());
    return out;
}

Result<std::vector<ClassStep>> measure_steps(const lesson::Lesson& lesson, lesson::RunCache& cache) {
    std::vector<ClassStep> out;
    for (const lesson::Step& step : lesson.steps) {
        auto measured = measure_step(step, cache);
        if (!measured) return tl::unexpected(measured.error());
        out.push_back(std::move(*measured));
    }
    return out;
}

} // namespace

Result<serve::ClassLesson> measure_class(const std::filesystem::path& file) {
    const auto lesson = lesson::read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    lesson::RunCache cache(catalog, file.parent_path());
    auto steps = measure_steps(*lesson, cache);
    if (!steps) return tl::unexpected(steps.error());
    serve::ClassLesson out{std::string(tr_course(lesson->title)), lesson->name, std::move(*steps)};
    for (const LanguageInfo& info : language_infos) {
        const ScopedLanguage words(info.language);
        if (info.language == Language::english || language() != info.language)
            continue; // already measured, or untranslated
        auto translated = measure_steps(*lesson, cache);
        if (!translated) return tl::unexpected(translated.error());
        for (ClassStep& step : *translated) step.png.clear();
        out.translations.emplace(
            info.code, serve::ClassTranslation{std::string(tr_course(lesson->title)), std::move(*translated)});
    }
    return out;
}

} // namespace warpscope::cli
