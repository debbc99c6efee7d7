#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "workbench/background/file_watch.hpp"
#include "workbench/editing/before_run.hpp"
#include "workbench/editing/code_focus.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/editing/source_editor.hpp"
#include "workbench/feature/feature.hpp"

namespace warpscope::workbench {

/// Typed text becomes the scene's kernel when typing pauses.
class EditingFeature : public CommandFeature<EditingFeature, EditingCommands> {
public:
    EditingFeature(Document& document, const Models& model, EditingModel& view);
    [[nodiscard]] std::string_view name() const override { return "editing"; }
    bool perform(const Perform& action) override;
    void run_answered(const Diagnostic* failure) override;
    [[nodiscard]] bool is_settled() const override;
    [[nodiscard]] std::optional<double> seconds_until_due() const override;

    void deliver() { before_run_.deliver(); }
    void update();
    void follow_files();
    void follow_run();
    /// Call after the panels have taken the keyboard focus, but before commands, which may request it again.
    void drop_focus_requests();
    [[nodiscard]] const CodePlace& hovered() const { return code_.hovered(); }

    void on(const GotoLine& c);
    void on(const PaintCode& c);
    void on(const HoverCode& c) { code_.hover(c.place); }
    void on(const ScrollCode& c) { code_.scroll_to(c.place, c.machine_line); }
    void on(const FollowScene& c);
    void on(const ShowPtx& c) { code_.show_ptx(c.file); }
    void on(const SaveCopy& c);
    void on(const RereadText& c);
    void on(const SetBeside& c) { preferences_.beside = c.beside; }
    void on(const OpenEditor& c);
    void on(const EditText& c);
    void on(const PerformEdit& c);
    void on(const SaveText& c);
    void on(const AnswerDraft& c);
    void on(const SearchCode& c);

private:
    struct OwnCopy {
        std::string text; // text on disk or being saved
        std::optional<std::filesystem::file_time_type> since;
        uint32_t pending_writes = 0; // writes in progress
    };

    void update_draft();
    void update_before_run();
    void keep_before_run();
    void take_typed();
    void request_name(const std::filesystem::path& folder, const std::string& suggestion);

    EditingModel& view_;
    SourceEditor editor_;
    CodeFocus code_;
    std::map<std::filesystem::path, std::string> saved_texts_;
    std::map<std::filesystem::path, OwnCopy> own_copies_;
    std::optional<std::pair<std::filesystem::path, bool>> catalogd_;
    std::string edited_experiment_;
    std::optional<std::pair<std::string, DraftNotice::Kind>> shown_draft_; // draft whose tab opened automatically
    BeforeRun before_run_;
    FileWatch watched_;
};

} // namespace warpscope::workbench
