#include "scene/pack.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "catalog/prepare/contents.hpp"
#include "catalog/text/toml_writer.hpp"
#include "compile/compiler.hpp"
#include "input/file_bytes.hpp"
#include "language/tr.hpp"
#include "scene/outside_includes.hpp"

namespace warpscope::scene {
namespace {

namespace fs = std::filesystem;

Message unsafe() { return msg("such a scene cannot be opened: it could expose files of this machine"); }

std::optional<std::string> name_inside(const fs::path& file, const fs::path& root) {
    std::error_code ignored;
    const fs::path whole = fs::weakly_canonical(file, ignored), base = fs::weakly_canonical(root, ignored);
    const std::string name = whole.lexically_relative(base).generic_string();
    return is_inside(name) ? std::optional(name) : std::nullopt;
}

std::set<fs::path> files_of(const catalog::Experiment& experiment) {
    std::set<fs::path> files{experiment.file};
    for (const catalog::Variant& variant : experiment.variants) {
        files.insert(variant.source);
        for (const fs::path& header : compile::own_headers(variant.source, variant.include_folders).files)
            files.insert(header);
        for (const catalog::BufferSpec& buffer : variant.buffers)
            if (buffer.contents && catalog::names_file(*buffer.contents)) files.insert(*buffer.contents);
    }
    return files;
}

/// Refuses kernels that include files outside the scene, which may be private.
Result<void> check_includes(const std::vector<CarriedFile>& files, const Message& hint) {
    const std::vector<std::string_view> texts = [&] {
        std::vector<std::string_view> all;
        all.reserve(files.size());
        for (const CarriedFile& file : files) all.push_back(file.contents);
        return all;
    }();
    const OutsideIncludes outside(texts);
    for (const CarriedFile& file : files)
        if (const auto name = outside.in(file.contents))
            return fail(ErrorKind::failed, msg("'{}' includes {}, which a scene cannot contain.", file.name, *name),
                        hint);
    return {};
}

/// Refuses NUL bytes: compilers ignore them, but they may hide text from readers.
Result<void> check_no_nul(const CarriedFile& file, const Message& hint) {
    if (file.contents.find('\0') == std::string::npos) return {};
    return fail(ErrorKind::failed, msg("'{}' has a NUL byte, which a scene's kernel may not have.", file.name), hint);
}

Result<void> check_sources(const catalog::Experiment& experiment, const std::vector<CarriedFile>& files,
                           const Message& hint) {
    for (const catalog::Variant& variant : experiment.variants)
        for (const CarriedFile& file : files)
            if (fs::path(file.name).filename() == variant.source.filename())
                if (auto sound = check_no_nul(file, hint); !sound) return sound;
    return {};
}

Result<void> check_texts(const SavedScene& saved, const Message& hint) {
    std::vector<CarriedFile> texts = saved.files;
    if (saved.scene.source.text) {
        texts.push_back({"the kernel's source", *saved.scene.source.text});
        if (auto sound = check_no_nul(texts.back(), hint); !sound) return sound;
    }
    if (saved.beside && saved.beside->source.text) {
        texts.push_back({"the other kernel's source", *saved.beside->source.text});
        if (auto sound = check_no_nul(texts.back(), hint); !sound) return sound;
    }
    return check_includes(texts, hint);
}

class Packer {
public:
    /// `max`: maximum total bytes.
    explicit Packer(uint64_t max)
        : max_(max) {}

    Result<void> add(const fs::path& file, std::string name) {
        auto bytes = input::read_whole(file, max_);
        if (!bytes) return tl::unexpected(bytes.error());
        const std::string_view contents(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        const auto same_name = std::ranges::find(files_, name, &CarriedFile::name);
        if (same_name != files_.end()) {
            if (same_name->contents == contents) return {};
            return fail(ErrorKind::usage, msg("The scene already contains another file called '{}'.", name),
                        msg("rename {}", file.string()));
        }
        carried_ += bytes->size();
        if (carried_ > max_)
            return fail(ErrorKind::usage,
                        msg("{}: with it, the scene would have more than {} MiB.", file.string(), max_ >> 20),
                        msg("choose a smaller input"));
        files_.push_back({std::move(name), std::string(contents)});
        return {};
    }

    [[nodiscard]] std::vector<CarriedFile> sorted() {
        std::ranges::sort(files_, {}, &CarriedFile::name);
        return std::move(files_);
    }

private:
    std::vector<CarriedFile> files_;
    uint64_t carried_ = 0, max_;
};

Result<void> add_experiment(Packer& packer, const catalog::Experiment& experiment, std::string_view folder) {
    const fs::path root = fs::absolute(experiment.file).parent_path();
    for (const fs::path& file : files_of(experiment)) {
        const auto name = name_inside(file, root);
        if (!name)
            return fail(ErrorKind::usage,
                        msg("{} is outside the folder of {}, so a scene cannot contain it.", file.string(),
                            experiment.file.filename().string()),
                        msg("move it next to the experiment's file"));
        if (auto added = packer.add(file, std::string(folder) + *name); !added) return added;
    }
    return {};
}

Result<std::string> add_launch(Packer& packer, const catalog::Experiment& experiment, LaunchSetup& source,
                               std::string_view folder) {
    std::string experiment_file;
    if (!name_inside(experiment.file, catalog::catalog_folder())) {
        const bool guessed = !experiment.guesses.empty();
        for (const catalog::Variant& variant : experiment.variants)
            if (guessed && (!variant.include_folders.empty() || !variant.definitions.empty()))
                return fail(ErrorKind::usage, msg("A scene cannot contain -I and -D of the command line."),
                            msg("write them into a TOML file with --save-toml FILE.toml, and open that"));
        const std::string own_name = experiment.file.filename().string();
        experiment_file = std::string(folder) + own_name;
        std::string& name = source.experiment;
        if (name.ends_with(carried_suffix)) name.resize(name.size() - carried_suffix.size());
        if (name == experiment.file.string()) name = own_name;
        if (auto added = add_experiment(packer, experiment, folder); !added) return tl::unexpected(added.error());
    }
    std::string& input = source.input.file;
    std::error_code ignored;
    if (!input.empty() && fs::equivalent(input, catalog::default_picture(), ignored)) {
        input = sample_picture;
    } else if (!input.empty()) {
        const fs::path file = input;
        std::string name = fmt::format("{}input/{}", folder, file.filename().string());
        if (!is_inside(name)) name = fmt::format("{}input/picture", folder);
        if (auto added = packer.add(file, name); !added) return tl::unexpected(added.error());
        input = name;
    }
    return experiment_file;
}

} // namespace

bool is_inside(std::string_view name) {
    if (name.empty() || name.size() > 255) return false;
    for (size_t begin = 0; begin <= name.size();) {
        const size_t end = std::min(name.find('/', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (part.empty() || part == "." || part == "..") return false;
        begin = end + 1;
    }
    if (!catalog::is_utf8(name)) return false;
    return std::ranges::all_of(name,
                               [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '\\' && c != 0x7f; });
}

Result<SavedScene> pack(const catalog::Experiment& experiment, const Scene& scene, uint64_t max,
                        const OtherRun* beside) {
    SavedScene saved;
    saved.scene = scene;
    std::erase_if(saved.scene.notes, [&](const Note& n) { return n.experiment != scene.source.experiment; });
    Packer packer(max);
    auto file = add_launch(packer, experiment, saved.scene.source, "");
    if (!file) return tl::unexpected(file.error());
    saved.experiment_file = std::move(*file);
    for (Note& note : saved.scene.notes) note.experiment = saved.scene.source.experiment;
    if (beside != nullptr) {
        // Uses a separate folder, because files of both runs may have equal names.
        const bool same = beside->experiment.file == experiment.file && beside->source.input == scene.source.input;
        saved.beside = SavedRun{beside->source, {}, {}};
        auto other = add_launch(packer, beside->experiment, saved.beside->source, same ? "" : beside_folder);
        if (!other) return tl::unexpected(other.error());
        saved.beside->experiment_file = std::move(*other);
    }
    saved.files = packer.sorted();
    const std::string advice = "name headers without folders above, and without macros";
    if (auto sound = check_sources(experiment, saved.files, advice); !sound) return tl::unexpected(sound.error());
    if (beside != nullptr)
        if (auto sound = check_sources(beside->experiment, saved.files, advice); !sound)
            return tl::unexpected(sound.error());
    if (auto sound = check_texts(saved, advice); !sound) return tl::unexpected(sound.error());
    return saved;
}

Result<void> check_carried(const catalog::Experiment& experiment, const fs::path& folder, const SavedScene& saved) {
    for (const catalog::Variant& variant : experiment.variants) {
        std::vector<fs::path> named{variant.source};
        named.insert(named.end(), variant.include_folders.begin(), variant.include_folders.end());
        for (const catalog::BufferSpec& buffer : variant.buffers)
            if (buffer.contents && catalog::names_file(*buffer.contents)) named.emplace_back(*buffer.contents);
        for (const fs::path& file : named)
            if (!name_inside(file, folder))
                return fail(ErrorKind::failed,
                            msg("The scene's experiment names '{}', which the scene does not contain.", file.string()),
                            unsafe());
    }
    return check_sources(experiment, saved.files, unsafe());
}

Result<void> check_texts(const SavedScene& saved) { return check_texts(saved, unsafe()); }

} // namespace warpscope::scene
