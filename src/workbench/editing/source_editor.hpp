#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/editing/edited_source.hpp"
#include "workbench/editing/text_history.hpp"

namespace warpscope::workbench {

class SourceEditor {
public:
    static constexpr double rest = 0.35; // seconds without typing before compilation

    SourceEditor(Worker& worker, Redraw& redraw)
        : worker_(worker)
        , redraw_(redraw) {}

    [[nodiscard]] const EditedSource& now() const { return now_; }
    [[nodiscard]] bool ready() const { return !now_.waits && !reading_; }

    /// `hides_spoilers`: leaves out comments that reveal a bug. A text that only lacks these comments counts as
    /// unchanged.
    void follow(const std::filesystem::path& file, bool of_catalog, const std::optional<std::string>& text,
                bool hides_spoilers = false);
    void file_changed() { read(); }
    void saved(std::string text) {
        now_.original = std::move(text);
        update_untold();
    }
    void open(uint32_t line = 0);
    void close();
    void take_keys() { now_.focus = now_.open; }
    void focused() {
        now_.focus = false;
        now_.focus_line = 0;
    }

    void type(const EditText& typed, double time);
    void undo();
    void redo();
    void revert();
    /// Replaces the text as one undo step.
    void replace(std::string text);
    /// Returns the text once when typing pauses, otherwise nullopt. An inner nullopt means the file's text.
    [[nodiscard]] std::optional<std::optional<std::string>> take_rested(double time);
    [[nodiscard]] std::optional<double> until_rest(double time) const;
    [[nodiscard]] std::string for_file() const;
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    [[nodiscard]] const std::string& problem() const { return problem_; }

    void set_errors(std::vector<Diagnostic> errors) { now_.errors = std::move(errors); }
    void set_before(std::string text);
    void set_before(std::shared_ptr<const session::RunResult> run) { now_.before = std::move(run); }

private:
    void read();
    void hide_spoilers(bool hides);
    void update_untold();
    void show(TextStep step);

    Worker& worker_;
    Redraw& redraw_;
    EditedSource now_;
    TextHistory history_;
    std::filesystem::path file_;
    std::string problem_;
    std::optional<std::string> given_; // last compiled text; nullopt: the file's
    bool carriage_returns_ = false, hides_spoilers_ = false;
    bool reading_ = false, should_open_ = false;
    double typed_at_ = 0;
};

} // namespace warpscope::workbench
