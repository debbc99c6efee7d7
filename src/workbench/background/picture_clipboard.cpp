#include "workbench/background/picture_clipboard.hpp"

#include <chrono>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"

namespace warpscope::workbench {

namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != 0;
}

} // namespace

Result<void> copy_picture(const std::filesystem::path& png) {
    const bool wayland = is_set("WAYLAND_DISPLAY");
    const std::string program = wayland ? "wl-copy" : "xclip";
    if (find_on_path(program).empty())
        return fail(ErrorKind::environment,
                    msg("Copying a picture needs the package {}.", wayland ? "wl-clipboard" : "xclip"),
                    msg("Without it, save the picture (Ctrl+E)."));
    // The helper keeps running in the background, so it must not keep our output pipe open.
    const std::string script = wayland ? R"(exec wl-copy --type image/png < "$1" > /dev/null 2>&1)"
                                       : R"(exec xclip -selection clipboard -t image/png -i "$1" > /dev/null 2>&1)";
    const auto done = run_process({"/bin/sh", "-c", script, "sh", png.string()}, std::chrono::seconds(5));
    if (!done) return tl::unexpected(done.error());
    if (done->exit_status != 0)
        return fail(ErrorKind::failed, msg("{} could not take the picture.", program),
                    wayland ? msg("is there a Wayland display?") : msg("is there an X display?"));
    return {};
}

} // namespace warpscope::workbench
