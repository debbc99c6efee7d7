// File dialog of the desktop, through zenity.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace warpscope::workbench {

[[nodiscard]] bool has_desktop_dialog();
/// Shows the dialog in `folder` and waits. Returns none if it was cancelled.
[[nodiscard]] std::optional<std::filesystem::path> ask_for_file(const std::filesystem::path& folder);

/// A dialog on its own thread. The thread is abandoned if the program ends first.
class DesktopDialog {
public:
    /// Opens the dialog unless one is open. `wake` runs on the dialog's thread when it closes.
    void show(std::filesystem::path folder, std::function<void()> wake);
    [[nodiscard]] std::optional<std::filesystem::path> take();

private:
    struct Answer;
    std::shared_ptr<Answer> answer_; // null: no dialog is open
};

} // namespace warpscope::workbench
