#include "workbench/background/desktop_dialog.hpp"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/process/subprocess.hpp"

namespace warpscope::workbench {

namespace {

bool is_given(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != 0;
}

} // namespace

bool has_desktop_dialog() {
    return (is_given("DISPLAY") || is_given("WAYLAND_DISPLAY")) && !find_on_path("zenity").empty();
}

std::optional<std::filesystem::path> ask_for_file(const std::filesystem::path& folder) {
    std::vector<std::string> command{
        find_on_path("zenity"), "--file-selection", "--title=Open a picture, CUDA file or scene",
        "--file-filter=Pictures, kernels, scenes | *.wscope *.png *.jpg *.jpeg *.bmp *.cu *.toml *.ptx",
        "--file-filter=All files | *"};
    if (!folder.empty()) command.push_back("--filename=" + (folder / "").string());
    const auto done = run_process(command, std::chrono::hours(1));
    if (!done || done->exit_status != 0) return std::nullopt;
    // GUI libraries may print warnings before the answer.
    std::string answer = done->output;
    while (answer.ends_with('\n')) answer.pop_back();
    answer = answer.substr(answer.rfind('\n') + 1);
    return answer.starts_with('/') ? std::optional<std::filesystem::path>(answer) : std::nullopt;
}

struct DesktopDialog::Answer {
    std::mutex mutex;
    bool closed = false;
    std::optional<std::filesystem::path> file;
};

void DesktopDialog::show(std::filesystem::path folder, std::function<void()> wake) {
    if (answer_) return;
    answer_ = std::make_shared<Answer>();
    // The program may end before the dialog, so the thread works on copies.
    std::thread([answer = std::weak_ptr(answer_), folder = std::move(folder), wake = std::move(wake)] {
        auto file = ask_for_file(folder);
        const std::shared_ptr<Answer> waiting = answer.lock();
        if (!waiting) return;
        {
            const std::lock_guard lock(waiting->mutex);
            waiting->closed = true;
            waiting->file = std::move(file);
        }
        if (wake) wake();
    }).detach();
}

std::optional<std::filesystem::path> DesktopDialog::take() {
    if (!answer_) return std::nullopt;
    const std::shared_ptr<Answer> answer = answer_;
    const std::lock_guard lock(answer->mutex);
    if (!answer->closed) return std::nullopt;
    answer_.reset();
    return std::exchange(answer->file, std::nullopt);
}

} // namespace warpscope::workbench
