// Editor of the chosen kernel's text: the typed text, its undo history, the file's text, and the pause after which the
// text is compiled.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/editing/edited_source.hpp"
#include "workbench/editing/text_history.hpp"

namespace warpscope::workbench {

class SourceEditor {
public:
    static constexpr double rest = 0.35; // seconds without typing before the text is compiled

    SourceEditor(Worker& worker, Redraw& redraw)
        : worker_(worker)
        , redraw_(redraw) {}

    [[nodiscard]] const EditedSource& now() const { return now_; }
    /// Returns whether the file is read and all edits were compiled.
    [[nodiscard]] bool ready() const { return !now_.waits && !reading_; }

    /// Updates the editor once per frame with the chosen kernel's file and the scene's edited text.
    void follow(const std::filesystem::path& file, bool of_catalogue, const std::optional<std::string>& text);
    /// Reads the file again.
    void file_changed() { read(); }
    /// Opens the editor with the keyboard.
    void open();
    void close();
    /// Gives the keyboard to the editor if it is open.
    void take_keys() { now_.focus = now_.open; }
    /// Notes that the editor has the keyboard.
    void focused() { now_.focus = false; }

    void type(const EditText& typed, double time);
    /// Undo and redo, which compile at once.
    void undo();
    void redo();
    void revert();
    /// Returns the text to compile once typing has paused. The inner none means the file's text.
    [[nodiscard]] std::optional<std::optional<std::string>> take_rested(double time);
    /// Returns the seconds until the text is compiled; none: no edit waits.
    [[nodiscard]] std::optional<double> until_rest(double time) const;
    /// Returns the text with the file's line ends.
    [[nodiscard]] std::string for_file() const;
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    /// Returns why the file could not be read; empty otherwise.
    [[nodiscard]] const std::string& problem() const { return problem_; }

    void set_errors(std::vector<Diagnostic> errors) { now_.errors = std::move(errors); }
    /// Sets the baseline of costs.
    void set_before(std::string text);
    void set_before(std::shared_ptr<const session::RunResult> run) { now_.before = std::move(run); }

private:
    void read();
    void show(TextStep step);

    Worker& worker_;
    Redraw& redraw_;
    EditedSource now_;
    TextHistory history_;
    std::filesystem::path file_;
    std::string problem_;
    std::optional<std::string> given_; // last compiled text; none: the file's
    bool carriage_returns_ = false;    // file has CRLF line ends
    bool reading_ = false, open_wished_ = false;
    double typed_at_ = 0;
};

} // namespace warpscope::workbench
