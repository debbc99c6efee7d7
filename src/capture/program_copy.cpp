#include "capture/launch_experiment.hpp"
#include "compile/compiler.hpp"

namespace warpscope::capture {

namespace fs = std::filesystem;

std::optional<fs::path> copy_program(const fs::path& file, const fs::path& folder) {
    const fs::path from = fs::absolute(file).parent_path();
    // Keeps the folder's name, because several programs may have the same file name.
    const std::string name = from.filename().string();
    const fs::path to = folder / (name.empty() ? "source" : name);
    std::vector<fs::path> files = compile::own_headers(file).files;
    files.push_back(fs::absolute(file));
    for (const fs::path& one : files) {
        const fs::path relative = fs::absolute(one).lexically_normal().lexically_relative(from.lexically_normal());
        if (relative.empty() || *relative.begin() == "..") return std::nullopt;
        std::error_code error;
        fs::create_directories((to / relative).parent_path(), error);
        if (!fs::copy_file(one, to / relative, fs::copy_options::overwrite_existing, error)) return std::nullopt;
    }
    return to / file.filename();
}

} // namespace warpscope::capture
