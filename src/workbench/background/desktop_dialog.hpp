#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace warpscope::workbench {

[[nodiscard]] bool has_desktop_dialog();
/// Shows zenity's dialog in `folder` and waits. Returns nullopt if canceled.
[[nodiscard]] std::optional<std::filesystem::path> ask_for_file(const std::filesystem::path& folder);

/// A file dialog on its own thread; exiting does not wait for it.
class DesktopDialog {
public:
    /// Opens the dialog unless one is open. `wake` runs on the dialog's thread when it closes.
    void show(std::filesystem::path folder, std::function<void()> wake);
    [[nodiscard]] std::optional<std::filesystem::path> take();

private:
    struct Answer;
    std::shared_ptr<Answer> answer_; // null while no dialog is open
};

} // namespace warpscope::workbench
