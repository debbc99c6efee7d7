// The desktop's own dialog to open a file, through zenity.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace warpscope::workbench {

/// Returns whether there is one: zenity is installed and there is a display to show it on.
[[nodiscard]] bool has_desktop_dialog();
/// Asks for a file, beginning in `folder`; none when nothing was chosen. Blocks until it is closed.
[[nodiscard]] std::optional<std::filesystem::path> ask_for_file(const std::filesystem::path& folder);

/// Asks on a thread of its own, which is left behind when the program ends while the dialog is open.
class DesktopDialog {
public:
    /// `wake` is called on that thread when it is closed. Does nothing while one is open.
    void show(std::filesystem::path folder, std::function<void()> wake);
    /// The file that was chosen meanwhile, once.
    [[nodiscard]] std::optional<std::filesystem::path> take();

private:
    struct Answer;
    std::shared_ptr<Answer> answer_; // null: none is open
};

} // namespace warpscope::workbench
