#include "workbench/editing/source_editor.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "workbench/document/spoiler_comments.hpp"

namespace warpscope::workbench {

namespace {

/// Removes carriage returns, which ImGui's text field cannot show.
std::string without_carriage_returns(std::string text) {
    std::erase(text, '\r');
    return text;
}

} // namespace

void SourceEditor::follow(const std::filesystem::path& file, bool of_catalog, const std::optional<std::string>& text,
                          bool hides_spoilers) {
    if (file != file_) {
        const bool open = now_.open;
        const uint64_t revision = now_.revision;
        now_ = {};
        now_.revision = revision + 1;
        history_.clear();
        problem_.clear();
        file_ = file;
        given_ = text;
        should_open_ = should_open_ || open;
        read();
    }
    now_.of_catalog = of_catalog;
    hide_spoilers(hides_spoilers);
    if (!now_.known || text == given_) return;
    given_ = text;
    show({text.value_or(now_.unedited()), now_.caret});
    now_.waits = false;
}

void SourceEditor::hide_spoilers(bool hides) {
    if (hides == hides_spoilers_) return;
    hides_spoilers_ = hides;
    if (!now_.known) return;
    const std::string before = now_.unedited();
    update_untold();
    if (now_.before_text == before) now_.before_text = now_.unedited();
    if (now_.text != before) return;
    show({now_.unedited(), now_.caret});
    history_.clear();
    now_.can_undo = now_.can_redo = false;
}

void SourceEditor::update_untold() {
    now_.untold.reset();
    if (std::string untold = blank_spoiler_comments(now_.original); hides_spoilers_ && untold != now_.original)
        now_.untold = std::move(untold);
}

void SourceEditor::read() {
    if (file_.empty()) return;
    reading_ = true;
    worker_.post([this, file = file_]() -> Worker::Finish {
        std::ifstream stream(file, std::ios::binary);
        std::string text((std::istreambuf_iterator<char>(stream)), {});
        std::string problem;
        if (stream.fail())
            problem = tr_format("{} cannot be read.", file.string());
        else if (text.find('\0') != std::string::npos)
            problem = tr_format("{} is not a text file.", file.string());
        return [this, file, problem = std::move(problem), text = std::move(text)] {
            if (file != file_) return;
            reading_ = false;
            redraw_.want(3);
            problem_ = problem;
            if (!problem_.empty()) return;
            const bool followed = now_.known && !given_ && !now_.waits;
            carriage_returns_ = text.find('\r') != std::string::npos;
            now_.original = without_carriage_returns(text);
            update_untold();
            // If the file now has the editor's text, keeps caret and undo history.
            if (!now_.known || (followed && now_.text != now_.unedited())) {
                now_.known = true;
                show({without_carriage_returns(given_.value_or(now_.unedited())), 0});
                history_.clear();
                now_.can_undo = now_.can_redo = false;
            }
            if (given_ && now_.text == now_.unedited()) {
                now_.waits = true;
                typed_at_ = -rest;
            }
            if (std::exchange(should_open_, false)) open();
        };
    });
}

void SourceEditor::open(uint32_t line) {
    if (!now_.known) {
        should_open_ = true;
        return;
    }
    if (!now_.open) set_before(now_.unedited());
    now_.open = now_.focus = true;
    now_.focus_line = line;
}

void SourceEditor::close() {
    now_.open = now_.focus = should_open_ = false;
    now_.before.reset();
}

void SourceEditor::show(TextStep step) {
    now_.text = std::move(step.text);
    now_.caret = std::min(step.caret, now_.text.size());
    ++now_.revision;
    now_.can_undo = history_.can_undo();
    now_.can_redo = history_.can_redo();
}

void SourceEditor::type(const EditText& typed, double time) {
    if (!now_.known || typed.text == now_.text) return;
    history_.record({now_.text, typed.caret_before}, {typed.text, typed.caret}, time);
    now_.text = typed.text;
    now_.caret = typed.caret;
    now_.can_undo = true;
    now_.can_redo = false;
    now_.waits = true;
    typed_at_ = time;
}

void SourceEditor::undo() {
    if (!history_.can_undo()) return;
    show(history_.undo({now_.text, now_.caret}));
    now_.waits = true;
    typed_at_ = -rest;
}

void SourceEditor::redo() {
    if (!history_.can_redo()) return;
    show(history_.redo({now_.text, now_.caret}));
    now_.waits = true;
    typed_at_ = -rest;
}

void SourceEditor::revert() {
    if (now_.changed()) replace(now_.unedited());
}

void SourceEditor::replace(std::string text) {
    history_.end_step();
    history_.record({now_.text, now_.caret}, {text, 0}, 0);
    history_.end_step();
    show({std::move(text), 0});
    now_.waits = true;
    typed_at_ = -rest;
}

std::optional<std::optional<std::string>> SourceEditor::take_rested(double time) {
    if (!now_.waits || time - typed_at_ < rest) return std::nullopt;
    now_.waits = false;
    given_ = now_.changed() ? std::optional(now_.text) : std::nullopt;
    return given_;
}

std::optional<double> SourceEditor::until_rest(double time) const {
    if (!now_.waits) return std::nullopt;
    return std::max(0.0, typed_at_ + rest - time);
}

std::string SourceEditor::for_file() const {
    if (!carriage_returns_) return now_.text;
    std::string out;
    for (const char c : now_.text) {
        if (c == '\n') out += '\r';
        out += c;
    }
    return out;
}

void SourceEditor::set_before(std::string text) {
    now_.before_text = std::move(text);
    now_.before.reset();
}

} // namespace warpscope::workbench
