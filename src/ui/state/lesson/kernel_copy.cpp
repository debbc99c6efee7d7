#include "ui/state/lesson/kernel_copy.hpp"

#include <cstdlib>

namespace warpscope::ui {

namespace fs = std::filesystem;

fs::path copy_folder(const std::string& lesson, const fs::path& experiment) {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return fs::path(home) / "warpscope" / lesson / experiment.parent_path().filename();
}

Result<std::optional<catalog::Experiment>> copy_of(const catalog::Experiment& experiment, const std::string& variant,
                                                   const fs::path& folder, CopyWish wish) {
    std::error_code ignored; // a file that is missing is named when the copy is loaded
    const catalog::Variant* const kernel = experiment.find(variant);
    if (kernel == nullptr) return std::optional<catalog::Experiment>();
    const fs::path own = folder / kernel->source.filename();
    if (wish == CopyWish::what_is_there) {
        if (!fs::exists(own, ignored) || !fs::exists(folder / experiment.file.filename(), ignored))
            return std::optional<catalog::Experiment>();
    } else {
        if (wish == CopyWish::fresh_kernel && fs::exists(own, ignored))
            fs::rename(own, own.string() + ".before", ignored);
        fs::create_directories(folder, ignored);
        std::error_code error;
        for (fs::directory_iterator entry(experiment.file.parent_path(), error), end; !error && entry != end;
             entry.increment(error))
            if (entry->is_regular_file(ignored))
                fs::copy_file(entry->path(), folder / entry->path().filename(), fs::copy_options::skip_existing,
                              ignored);
    }
    auto read = catalog::load_experiment(folder / experiment.file.filename());
    if (!read) return tl::unexpected(read.error());
    return std::optional(std::move(*read));
}

} // namespace warpscope::ui
