#include "export/scene_file.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/process/cache_folder.hpp"
#include "catalog/guess/guess.hpp"
#include "export/carried_scene.hpp"
#include "export/file.hpp"
#include "export/large_scene.hpp"
#include "export/numbers.hpp"
#include "input/file_bytes.hpp"
#include "input/png_text.hpp"
#include "language/tr.hpp"
#include "scene/pack.hpp"

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

/// In the cache folder, else in the folder for temporary files.
fs::path scenes_folder() {
    if (const fs::path cache = cache_folder(); !cache.empty()) return cache / "scenes";
    std::error_code ignored;
    return fs::temp_directory_path(ignored) / "warpscope-scenes";
}

std::string hash_of(const std::vector<scene::CarriedFile>& files) {
    uint64_t first = fnv_offset, second = fnv1a("second half");
    for (const scene::CarriedFile& file : files)
        for (const std::string& text : {file.name + '\n', fmt::format("{}\n", file.contents.size()), file.contents}) {
            first = fnv1a(text, first);
            second = fnv1a(text, second);
        }
    return fmt::format("{:016x}{:016x}", first, second);
}

bool holds(const fs::path& file, const std::string& contents) {
    const auto there = input::read_whole(file, scene::most_carried_when_asked);
    return there && there->size() == contents.size() &&
           std::equal(there->begin(), there->end(), contents.begin(),
                      [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
}

/// Returns a folder that holds the files with these contents.
Result<fs::path> unpack(const std::vector<scene::CarriedFile>& files) {
    const fs::path folder = scenes_folder() / hash_of(files);
    for (const scene::CarriedFile& file : files) {
        const fs::path path = folder / file.name;
        if (holds(path, file.contents)) continue;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error)
            return fail(ErrorKind::environment,
                        tr_format("The scene's files cannot be unpacked: {}: {}.", path.parent_path().string(),
                                  error.message()),
                        tr("set XDG_CACHE_HOME to a folder that can be written"));
        if (auto written = write_file(path, file.contents); !written)
            return fail(ErrorKind::environment,
                        tr_format("The scene's files cannot be unpacked: {}", written.error().message),
                        written.error().hint);
    }
    return folder;
}

Result<void> apply_settings(const catalog::Variant& variant, const catalog::Settings& wished, catalog::Settings& out) {
    out = catalog::default_settings(variant);
    out.block = wished.block;
    for (const auto& [name, value] : wished.values)
        if (auto set = catalog::apply_setting(variant, out, fmt::format("{}={}", name, value)); !set)
            return fail(ErrorKind::failed, tr_format("The scene does not fit its kernel: {}", set.error().message),
                        set.error().hint);
    return {};
}

Result<std::shared_ptr<const catalog::Experiment>> experiment_of(const scene::SavedScene& saved, const fs::path& folder,
                                                                 const catalog::Catalog& catalog) {
    const std::string& name = saved.scene.source.experiment;
    if (saved.experiment_file.empty()) {
        const catalog::Experiment* known = catalog.find(name);
        if (known == nullptr || came_with_scene(*known))
            return fail(ErrorKind::failed,
                        tr_format("The scene is of the experiment '{}', which is not in the catalogue.", name),
                        tr("update Warpscope, or set WARPSCOPE_CUDA_DIR to the folder that holds it"));
        return std::make_shared<const catalog::Experiment>(*known);
    }
    const fs::path file = folder / saved.experiment_file;
    if (!catalog::names_experiment(file))
        return fail(ErrorKind::failed, tr_format("'{}' in the scene is no experiment.", saved.experiment_file),
                    tr("experiments are .toml and .cu files"));
    auto read = catalog::open_experiment(file);
    if (!read) return tl::unexpected(read.error());
    if (auto inside = scene::check_carried(*read, folder, saved); !inside) return tl::unexpected(inside.error());
    if (read->title == read->name) read->title = name;
    const catalog::Experiment* other = catalog.find(name);
    read->name = other == nullptr || other->file == file ? name : name + std::string(scene::carried_suffix);
    return std::make_shared<const catalog::Experiment>(std::move(*read));
}

} // namespace

namespace {

Result<std::string> text_of(const session::RunResult& result, const SceneLook& look, uint64_t most) {
    auto saved = scene::pack(*result.request.experiment, look.scene, most);
    if (!saved) return tl::unexpected(saved.error());
    saved->tab = look.tab;
    saved->chart = look.chart;
    saved->notes = look.notes;
    saved->compiler = result.compiled.compiler_name;
    saved->ptx = ptx_hash(result);
    saved->numbers = reported_numbers(result);
    return scene::to_text(*saved);
}

} // namespace

Result<std::string> scene_text(const session::RunResult& result, const SceneLook& look) {
    return text_of(result, look, scene::most_carried);
}

Result<std::string> large_scene_text(const session::RunResult& result, const SceneLook& look) {
    return text_of(result, look, scene::most_carried_when_asked);
}

bool is_scene_file(const fs::path& file) { return lower_ending(file) == scene::scene_ending; }

bool may_be_scene(const fs::path& file) {
    const std::string ending = lower_ending(file);
    return ending == scene::scene_ending || ending == ".png" || ending == ".svg" || ending == ".pdf";
}

Result<std::optional<scene::SavedScene>> read_scene(const fs::path& file) {
    const bool picture = !is_scene_file(file);
    // A picture is read by other code, which knows how large it may be; what lies in it is held to the same size.
    const auto bytes = input::read_whole(file, picture ? uint64_t{1} << 30 : scene::largest_scene_file);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::string_view contents(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (!picture)
        return scene::from_text(contents, file.string()).map([](scene::SavedScene s) {
            return std::optional(std::move(s));
        });
    const std::string ending = lower_ending(file);
    const auto text = ending == ".svg"   ? find_svg_scene(contents)
                      : ending == ".pdf" ? find_pdf_scene(contents)
                                         : input::find_png_text(contents, png_keyword);
    if (!text)
        return fail(ErrorKind::failed, fmt::format("{}: {}.", file.string(), text.error().message), text.error().hint);
    if (!*text) return std::nullopt;
    return scene::from_text(**text, file.string()).map([](scene::SavedScene s) { return std::optional(std::move(s)); });
}

Result<OpenedScene> open_scene(scene::SavedScene saved, const catalog::Catalog& catalog) {
    OpenedScene out;
    if (auto inside = scene::check_texts(saved); !inside) return tl::unexpected(inside.error());
    const auto folder = saved.files.empty() ? Result<fs::path>(fs::path()) : unpack(saved.files);
    if (!folder) return tl::unexpected(folder.error());
    auto experiment = experiment_of(saved, *folder, catalog);
    if (!experiment) return tl::unexpected(experiment.error());
    out.experiment = std::move(*experiment);
    out.carried = !saved.experiment_file.empty();
    out.scene = saved.scene;
    scene::Source& source = out.scene.source;
    source.experiment = out.experiment->name;
    for (scene::Note& note : out.scene.notes) note.experiment = source.experiment;
    const catalog::Variant* variant = out.experiment->find(source.variant);
    if (variant == nullptr)
        return fail(
            ErrorKind::failed,
            tr_format("The scene is of the variant '{}', which '{}' does not have.", source.variant, source.experiment),
            tr("update Warpscope"));
    if (auto set = apply_settings(*variant, saved.scene.source.settings, source.settings); !set)
        return tl::unexpected(set.error());
    if (source.input.file == scene::sample_picture)
        source.input.file = catalog::default_picture().string();
    else if (source.input.is_file())
        source.input.file = (*folder / source.input.file).string();
    out.saved = std::move(saved);
    return out;
}

bool came_with_scene(const fs::path& file) { return file.string().starts_with(scenes_folder().string() + "/"); }
bool came_with_scene(const catalog::Experiment& experiment) { return came_with_scene(experiment.file); }

} // namespace warpscope::exporting
