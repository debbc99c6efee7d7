#include "workbench/deck/deck.hpp"

#include <algorithm>

#include "export/scene_file.hpp"

namespace warpscope::workbench {

namespace fs = std::filesystem;

std::optional<size_t> Deck::find(const fs::path& scene) const {
    const auto found = std::ranges::find(scenes, scene.lexically_normal());
    if (found == scenes.end()) return std::nullopt;
    return static_cast<size_t>(found - scenes.begin());
}

Result<std::vector<fs::path>> scenes_of_folder(const fs::path& folder) {
    std::error_code error;
    const fs::path whole = fs::absolute(folder, error).lexically_normal();
    fs::directory_iterator at(whole, error);
    if (error)
        return fail(ErrorKind::environment, msg("The folder {} cannot be read: {}.", whole.string(), error.message()),
                    msg("check its name and permissions"));
    std::vector<fs::path> scenes;
    for (const fs::directory_iterator end; at != end; at.increment(error)) {
        if (error) break;
        if (exporting::is_scene_file(at->path()) && at->is_regular_file(error)) scenes.push_back(at->path());
    }
    if (scenes.empty())
        return fail(ErrorKind::usage, msg("The folder {} contains no scenes.", whole.string()),
                    msg("save scenes there first (Ctrl+S), as *.wscope"));
    std::ranges::sort(scenes);
    return scenes;
}

} // namespace warpscope::workbench
