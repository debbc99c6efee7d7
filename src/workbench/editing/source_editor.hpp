// The chosen kernel's text as it is being edited: what was typed, its undo, the file's own text, and when typing rests.
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
    static constexpr double rest = 0.35; // seconds without typing after which the text is compiled

    SourceEditor(Worker& worker, Redraw& redraw)
        : worker_(worker)
        , redraw_(redraw) {}

    [[nodiscard]] const EditedSource& now() const { return now_; }
    /// A file that is read is known, and what was typed has been given to the compiler.
    [[nodiscard]] bool ready() const { return !now_.waits && !reading_; }

    /// Once per frame: the chosen kernel's file and the text that the scene has in its place.
    void follow(const std::filesystem::path& file, bool of_catalogue, const std::optional<std::string>& text);
    /// The file is to be read again.
    void file_changed() { read(); }
    /// Shows the text as an editor; it takes the keyboard.
    void open();
    void close();
    /// Gives the keyboard back to the editor, where it is open.
    void take_keys() { now_.focus = now_.open; }
    /// The editor has the keyboard.
    void focused() { now_.focus = false; }

    void type(const EditText& typed, double time);
    /// Undo, redo or revert. The change is compiled at once.
    void undo();
    void redo();
    void revert();
    /// What the scene's kernel is to be now, when typing has rested: none within the optional is the file's own text.
    [[nodiscard]] std::optional<std::optional<std::string>> take_rested(double time);
    /// Seconds until then; none: nothing waits.
    [[nodiscard]] std::optional<double> until_rest(double time) const;
    /// The text as the file has its line ends.
    [[nodiscard]] std::string for_file() const;
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    /// Why the file could not be read the last time; empty where it was.
    [[nodiscard]] const std::string& problem() const { return problem_; }

    void set_errors(std::vector<Diagnostic> errors) { now_.errors = std::move(errors); }
    /// Costs are compared with this text from now on.
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
    std::optional<std::string> given_; // to the compiler; none: the file's
    bool carriage_returns_ = false;    // the file's lines end with them
    bool reading_ = false, open_wished_ = false;
    double typed_at_ = 0;
};

} // namespace warpscope::workbench
