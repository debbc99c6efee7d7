#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>

#include "base/files.hpp"
#include "catalog/experiment.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> data_roots() {
    std::vector<fs::path> roots;
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        fs::path at = executable.parent_path();
        roots.push_back(at);
        roots.push_back(at.parent_path() / "share" / "warpscope");
        for (int up = 0; up < 3 && at.has_relative_path(); ++up) roots.push_back(at = at.parent_path());
    }
    return roots;
}

std::vector<fs::path> experiment_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (fs::is_regular_file(entry.path() / "experiment.toml", error))
            files.push_back(entry.path() / "experiment.toml");
    std::sort(files.begin(), files.end());
    return files;
}

fs::path find_data(const fs::path& relative, const std::function<bool(const fs::path&)>& fits) {
    fs::path candidate;
    for (const fs::path& root : data_roots()) {
        candidate = root / relative;
        if (fits(candidate)) return candidate;
    }
    return candidate;
}

} // namespace

const Variant* Experiment::find(std::string_view variant) const {
    if (variants.empty()) return nullptr;
    if (variant.empty()) return &variants.front();
    const auto found =
        std::find_if(variants.begin(), variants.end(), [&](const Variant& v) { return v.name == variant; });
    return found == variants.end() ? nullptr : &*found;
}

const Experiment* Catalog::find(std::string_view name) const {
    const auto found =
        std::find_if(experiments.begin(), experiments.end(), [&](const Experiment& e) { return e.name == name; });
    return found == experiments.end() ? nullptr : &*found;
}

Catalog load_catalog(const fs::path& folder) {
    Catalog catalog;
    const auto files = experiment_files(folder);
    if (files.empty())
        catalog.problems.push_back(fail(ErrorKind::environment,
                                        msg("{}: there are no experiments here.", folder.string()),
                                        msg("set WARPSCOPE_CUDA_DIR to the folder that holds them"))
                                       .value());
    for (const fs::path& file : files) {
        auto experiment = load_experiment(file);
        if (!experiment)
            catalog.problems.push_back(std::move(experiment.error()));
        else if (const Experiment* other = catalog.find(experiment->name))
            catalog.problems.push_back(
                fail_at({file.string(), 0, 0}, msg("The name '{}' is taken by {}.", other->name, other->file.string()))
                    .value());
        else
            catalog.experiments.push_back(std::move(*experiment));
    }
    std::stable_sort(catalog.experiments.begin(), catalog.experiments.end(),
                     [](const Experiment& a, const Experiment& b) {
                         return a.order != b.order ? a.order < b.order : a.name < b.name;
                     });
    return catalog;
}

fs::path catalog_folder() {
    if (const char* folder = std::getenv("WARPSCOPE_CUDA_DIR"); folder != nullptr && *folder != '\0') return folder;
    // Ignores folders without experiments, because a CUDA Toolkit's folder may also be called cuda. The result is
    // cached, because every frame asks for it.
    static const fs::path found =
        find_data("cuda", [](const fs::path& folder) { return !experiment_files(folder).empty(); });
    return found;
}

fs::path default_picture() {
    return find_data("assets/harbour.png", [](const fs::path& file) {
        std::error_code error;
        return fs::is_regular_file(file, error);
    });
}

std::vector<Sample> samples() {
    std::vector<Sample> all{{N_("Harbour"), N_("a bit of everything"), default_picture()}};
    for (const auto& [name, title, description] :
         {std::tuple{"fabric", N_("Fabric"), N_("fine texture")},
          std::tuple{"ripples", N_("Ripples"), N_("finer and finer rings")},
          std::tuple{"crystals", N_("Crystals"), N_("flat faces, sharp edges")},
          std::tuple{"page", N_("Page"), N_("text")}, std::tuple{"dusk", N_("Dusk"), N_("a gradient under noise")}})
        all.push_back({title, description, all.front().file.parent_path() / "samples" / (std::string(name) + ".png")});
    std::erase_if(all, [](const Sample& sample) {
        std::error_code error;
        return !fs::is_regular_file(sample.file, error);
    });
    return all;
}

namespace {

Result<input::InputSpec> input_of_text(const std::string& text, const std::string& picture) {
    if (text == "picture" || text.empty()) return input::InputSpec{.file = picture};
    return input::parse_spec(text);
}

} // namespace

Result<input::InputSpec> default_input(const Experiment& experiment, const std::string& picture) {
    return input_of_text(experiment.default_input, picture);
}

Result<input::InputSpec> default_input(const Experiment& experiment, const Variant& variant,
                                       const std::string& picture) {
    return input_of_text(variant.default_input.empty() ? experiment.default_input : variant.default_input, picture);
}

const BufferSpec* main_input(const Variant& variant) {
    const auto found = std::find_if(variant.buffers.begin(), variant.buffers.end(),
                                    [](const BufferSpec& buffer) { return buffer.is_main_input; });
    return found == variant.buffers.end() ? nullptr : &*found;
}

Result<std::string> read_source(const Variant& variant) {
    auto text = read_file(variant.source);
    if (!text) return fail(ErrorKind::environment, msg("{}: the kernel file cannot be read.", variant.source.string()));
    return text;
}

} // namespace warpscope::catalog
