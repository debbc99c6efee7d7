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
#include "scene/course_pictures.hpp"
#include "scene/pack.hpp"

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

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
    const auto there = input::read_whole(file, scene::max_carried_on_request);
    return there && there->size() == contents.size() &&
           std::equal(there->begin(), there->end(), contents.begin(),
                      [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
}

Result<fs::path> unpack(const std::vector<scene::CarriedFile>& files) {
    const fs::path folder = scenes_folder() / hash_of(files);
    for (const scene::CarriedFile& file : files) {
        const fs::path path = folder / file.name;
        if (holds(path, file.contents)) continue;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error)
            return fail(
                ErrorKind::environment,
                msg("The scene's files cannot be unpacked: {}: {}.", path.parent_path().string(), error.message()),
                msg("set XDG_CACHE_HOME to a writable folder"));
        if (auto written = write_file(path, file.contents); !written)
            return fail(ErrorKind::environment,
                        msg("The scene's files cannot be unpacked: {}", written.error().message), written.error().hint);
    }
    return folder;
}

Result<void> apply_settings(const catalog::Variant& variant, const catalog::Settings& requested,
                            catalog::Settings& out) {
    out = catalog::default_settings(variant);
    out.block = requested.block;
    for (const auto& [name, value] : requested.values)
        if (auto set = catalog::apply_setting(variant, out, fmt::format("{}={}", name, value)); !set)
            return fail(ErrorKind::failed, msg("The scene does not match its kernel: {}", set.error().message),
                        set.error().hint);
    return {};
}

Result<std::shared_ptr<const catalog::Experiment>>
experiment_of(const scene::SavedScene& saved, const std::string& name, const std::string& experiment_file,
              const fs::path& unpacked, const catalog::Catalog& catalog) {
    if (experiment_file.empty()) {
        const catalog::Experiment* known = catalog.find(name);
        if (known == nullptr || is_from_scene(*known))
            return fail(ErrorKind::failed,
                        msg("The scene needs the experiment '{}', which is not in the catalog.", name),
                        msg("update Warpscope, or set WARPSCOPE_CUDA_DIR to the folder that holds it"));
        return std::make_shared<const catalog::Experiment>(*known);
    }
    const fs::path file = unpacked / experiment_file, folder = file.parent_path();
    if (!catalog::names_experiment(file))
        return fail(ErrorKind::failed, msg("'{}' in the scene is not an experiment.", experiment_file),
                    msg("experiments are .toml and .cu files"));
    auto read = catalog::open_experiment(file);
    if (!read) return tl::unexpected(read.error());
    if (auto inside = scene::check_carried(*read, folder, saved); !inside) return tl::unexpected(inside.error());
    if (read->title == read->name) read->title = name;
    const catalog::Experiment* other = catalog.find(name);
    read->name = other == nullptr || other->file == file ? name : name + std::string(scene::carried_suffix);
    return std::make_shared<const catalog::Experiment>(std::move(*read));
}

Result<OpenedRun> open_run(const scene::SavedScene& saved, const scene::LaunchSetup& source,
                           const std::string& experiment_file, const scene::Measured& measured, const fs::path& folder,
                           const catalog::Catalog& catalog) {
    auto experiment = experiment_of(saved, source.experiment, experiment_file, folder, catalog);
    if (!experiment) return tl::unexpected(experiment.error());
    OpenedRun out;
    out.experiment = std::move(*experiment);
    out.carried = !experiment_file.empty();
    out.source = source;
    out.source.experiment = out.experiment->name;
    const catalog::Variant* variant = out.experiment->find(source.variant);
    if (variant == nullptr)
        return fail(
            ErrorKind::failed,
            msg("The scene needs the variant '{}', which '{}' does not have.", source.variant, out.source.experiment),
            msg("update Warpscope"));
    if (auto set = apply_settings(*variant, source.settings, out.source.settings); !set)
        return tl::unexpected(set.error());
    if (scene::is_course_picture(source.input.file))
        out.source.input.file = scene::course_picture_file(source.input.file).string();
    else if (source.input.is_file())
        out.source.input.file = (folder / source.input.file).string();
    if (measured.given) out.ptx = std::make_shared<const compile::GivenPtx>(*measured.given);
    return out;
}

scene::LaunchSetup source_of(const session::RunResult& run) {
    const session::Request& request = run.request;
    return {request.experiment->name, run.variant().name, request.settings, request.input, request.text};
}

Result<scene::SavedScene> packed(const session::RunResult& result, const SceneLook& look, uint64_t max) {
    std::optional<scene::OtherRun> beside;
    if (look.beside) {
        beside.emplace(scene::OtherRun{*look.beside->request.experiment, source_of(*look.beside)});
    }
    auto saved = scene::pack(*result.request.experiment, look.scene, max, beside ? &*beside : nullptr);
    if (!saved) return saved;
    if (look.beside) saved->beside->measured = measured_by(*look.beside);
    saved->figure = look.figure;
    saved->tab = look.tab;
    saved->chart = look.chart;
    saved->notes = look.notes;
    saved->measured = measured_by(result);
    return saved;
}

Result<std::string> text_of(const session::RunResult& result, const SceneLook& look, uint64_t max) {
    return packed(result, look, max).map([](const scene::SavedScene& saved) { return scene::to_text(saved); });
}

} // namespace

Result<std::string> scene_text(const session::RunResult& result, const SceneLook& look) {
    return text_of(result, look, scene::max_carried);
}

Result<std::string> large_scene_text(const session::RunResult& result, const SceneLook& look) {
    return text_of(result, look, scene::max_carried_on_request);
}

Result<scene::SceneLink> scene_link(const session::RunResult& result, const SceneLook& look, std::string_view address) {
    return packed(result, look, scene::max_carried_on_request).and_then([&](scene::SavedScene saved) {
        return scene::make_link(std::move(saved), address);
    });
}

bool is_scene_link(const fs::path& file) { return scene::is_link(file.string()); }

bool is_scene_file(const fs::path& file) { return lower_ending(file) == scene::scene_ending; }

bool may_be_scene(const fs::path& file) {
    const std::string ending = lower_ending(file);
    return is_scene_link(file) || ending == scene::scene_ending || ending == ".png" || ending == ".svg" ||
           ending == ".pdf";
}

Result<std::optional<scene::SavedScene>> read_scene(const fs::path& file) {
    const auto to_optional = [](scene::SavedScene saved) { return std::optional(std::move(saved)); };
    if (is_scene_link(file)) return scene::from_link(file.string()).map(to_optional);
    const bool picture = !is_scene_file(file);
    // A picture may be large; the scene in it has the usual limit.
    const auto bytes = input::read_whole(file, picture ? uint64_t{1} << 30 : scene::largest_scene_file);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::string_view contents(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (!picture) return scene::from_text(contents, file.string()).map(to_optional);
    const std::string ending = lower_ending(file);
    const auto text = ending == ".svg"   ? find_svg_scene(contents)
                      : ending == ".pdf" ? find_pdf_scene(contents)
                                         : input::find_png_text(contents, png_keyword);
    if (!text) return fail(ErrorKind::failed, msg("{}: {}.", file.string(), text.error().message), text.error().hint);
    if (!*text) return std::nullopt;
    return scene::from_text(**text, file.string()).map(to_optional);
}

Result<OpenedScene> open_scene(scene::SavedScene saved, const catalog::Catalog& catalog) {
    OpenedScene out;
    if (auto inside = scene::check_texts(saved); !inside) return tl::unexpected(inside.error());
    const auto folder = saved.files.empty() ? Result<fs::path>(fs::path()) : unpack(saved.files);
    if (!folder) return tl::unexpected(folder.error());
    auto own = open_run(saved, saved.scene.source, saved.experiment_file, saved.measured, *folder, catalog);
    if (!own) return tl::unexpected(own.error());
    out.experiment = std::move(own->experiment);
    out.carried = own->carried;
    out.ptx = std::move(own->ptx);
    out.scene = saved.scene;
    out.scene.source = std::move(own->source);
    for (scene::Note& note : out.scene.notes) note.experiment = out.scene.source.experiment;
    if (saved.beside) {
        auto other = open_run(saved, saved.beside->source, saved.beside->experiment_file, saved.beside->measured,
                              *folder, catalog);
        if (!other) return tl::unexpected(other.error());
        out.beside = std::move(*other);
    }
    out.saved = std::move(saved);
    return out;
}

bool is_from_scene(const fs::path& file) { return file.string().starts_with(scenes_folder().string() + "/"); }
bool is_from_scene(const catalog::Experiment& experiment) { return is_from_scene(experiment.file); }

} // namespace warpscope::exporting
