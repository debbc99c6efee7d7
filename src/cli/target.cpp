#include "cli/target.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catalog/guess/guess.hpp"
#include "input/file_bytes.hpp"
#include "program/build.hpp"

namespace warpscope::cli {
namespace {

std::vector<uint32_t> numbers(std::string_view text) {
    std::vector<uint32_t> out;
    for (;;) {
        uint32_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{}) return {};
        out.push_back(value);
        text.remove_prefix(static_cast<size_t>(end - text.data()));
        if (text.empty()) return out;
        if (text.front() != 'x') return {};
        text.remove_prefix(1);
    }
}

Result<std::shared_ptr<const catalog::Experiment>> find_experiment(const catalog::Catalog& catalog,
                                                                   const std::string& name) {
    if (const catalog::Experiment* known = catalog.find(name))
        return std::make_shared<const catalog::Experiment>(*known);
    std::vector<std::string> names;
    for (const catalog::Experiment& experiment : catalog.experiments) names.push_back(experiment.name);
    return fail(ErrorKind::usage, fmt::format("There is no experiment '{}'.", name),
                names.empty() ? "the catalog is empty: set WARPSCOPE_CUDA_DIR to the folder with the experiments"
                              : fmt::format("known: {}", fmt::join(names, ", ")));
}

Result<void> set_cuda_target(const std::string& target, const TargetOptions& options, session::Request& request) {
    const size_t end = target.rfind(".cu") + 3;
    const std::string file = target.substr(0, end), kernel = target.size() > end ? target.substr(end + 1) : "";
    std::vector<std::filesystem::path> folders(options.include_folders.begin(), options.include_folders.end());
    auto guessed = catalog::guess_experiment(file, folders, program::named_values(options.definitions), kernel);
    if (!guessed) return tl::unexpected(guessed.error());
    const catalog::Variant* const variant = catalog::find_kernel(*guessed, kernel);
    if (variant == nullptr) {
        std::vector<std::string> names;
        for (const catalog::Variant& known : guessed->variants) names.push_back(known.title);
        return fail(ErrorKind::usage, fmt::format("{} has no kernel '{}' that can be set up by itself.", file, kernel),
                    fmt::format("there are: {}", fmt::join(names, ", ")));
    }
    if (!options.input.empty() && catalog::main_input(*variant) == nullptr) {
        std::vector<std::string> sizes;
        for (const catalog::Parameter& parameter : variant->parameters) sizes.push_back(parameter.name);
        return fail(ErrorKind::usage, msg("No buffer of {} in {} can be filled with --input.", variant->title, file),
                    sizes.empty() ? Message() : msg("--set changes {}", fmt::format("{}", fmt::join(sizes, ", "))));
    }
    request.variant = variant->name;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*guessed));
    return {};
}

Result<exporting::OpenedScene> take_scene(const std::string& target, const catalog::Catalog& catalog) {
    auto read = exporting::read_scene(target);
    if (!read) return tl::unexpected(read.error());
    if (!*read)
        return fail(ErrorKind::usage, fmt::format("'{}' is an image that contains no scene.", target),
                    "name an experiment, and give the image with --input");
    return exporting::open_scene(std::move(**read), catalog);
}

void add_source_options(session::Request& request, const TargetOptions& options) {
    if (options.include_folders.empty() && options.definitions.empty()) return;
    auto changed = std::make_shared<catalog::Experiment>(*request.experiment);
    catalog::add_source_options(*changed, {options.include_folders.begin(), options.include_folders.end()},
                                program::named_values(options.definitions));
    request.experiment = std::move(changed);
}

} // namespace

bool names_cuda_file(std::string_view target) { return target.ends_with(".cu") || target.find(".cu:") != target.npos; }

Result<Dim3> parse_block(std::string_view text) {
    const std::vector<uint32_t> sides = numbers(text);
    if (sides.empty() || sides.size() > 3 || std::count(sides.begin(), sides.end(), 0u) > 0)
        return fail(ErrorKind::usage, fmt::format("'{}' is not a block size.", text),
                    "write X, XxY or XxYxZ, as in 16x16");
    return Dim3{sides[0], sides.size() > 1 ? sides[1] : 1, sides.size() > 2 ? sides[2] : 1};
}

Result<Dim3> parse_size(std::string_view text) {
    const std::vector<uint32_t> sides = numbers(text);
    if (sides.size() != 2 || std::any_of(sides.begin(), sides.end(), [](uint32_t s) { return s == 0 || s > 16384; }))
        return fail(ErrorKind::usage, fmt::format("'{}' is not a picture size.", text),
                    "write WxH with sides from 1 to 16384, as in 1600x900");
    return Dim3{sides[0], sides[1], 1};
}

Result<session::DeviceChoice> parse_device(std::string_view text) {
    if (text == "auto") return session::DeviceChoice::automatic;
    if (text == "gpu") return session::DeviceChoice::gpu;
    if (text == "emulator") return session::DeviceChoice::emulator;
    return fail(ErrorKind::usage, fmt::format("'{}' is not a device.", text), "use auto, gpu or emulator");
}

Result<compile::CompilerChoice> parse_compiler(std::string_view text) {
    if (text == "auto") return compile::CompilerChoice::automatic;
    if (text == "nvrtc") return compile::CompilerChoice::nvrtc;
    if (text == "clang") return compile::CompilerChoice::clang;
    return fail(ErrorKind::usage, fmt::format("'{}' is not a compiler.", text), "use auto, nvrtc or clang");
}

Result<session::Request> make_request(const catalog::Catalog& catalog, const TargetOptions& options,
                                      std::optional<exporting::OpenedScene>* scene) {
    session::Request request;
    std::optional<exporting::OpenedScene> opened;
    std::string name = options.target;
    if (names_cuda_file(name) && !options.toml.empty()) name = options.toml; // the TOML file names its .cu file
    if (names_cuda_file(name)) {
        if (auto taken = set_cuda_target(name, options, request); !taken) return tl::unexpected(taken.error());
        name.clear();
    }
    const size_t file_end = name.find(".toml/");
    if (name.empty() && request.experiment) {
        // already has the guessed experiment
    } else if (exporting::may_be_scene(name)) {
        auto taken = take_scene(name, catalog);
        if (!taken) return tl::unexpected(taken.error());
        request.experiment = taken->experiment;
        request.variant = taken->scene.source.variant;
        request.text = taken->scene.source.text;
        opened = std::move(*taken);
    } else if (file_end != std::string::npos || name.ends_with(".toml")) {
        if (file_end != std::string::npos) request.variant = name.substr(file_end + 6);
        auto loaded = catalog::load_experiment(name.substr(0, std::min(file_end, name.size() - 5) + 5));
        if (!loaded) return tl::unexpected(loaded.error());
        request.experiment = std::make_shared<const catalog::Experiment>(std::move(*loaded));
    } else {
        const size_t slash = name.find('/');
        if (slash != std::string::npos) request.variant = name.substr(slash + 1);
        auto found = find_experiment(catalog, name.substr(0, slash));
        if (!found) return tl::unexpected(found.error());
        request.experiment = std::move(*found);
    }
    if (!names_cuda_file(options.target) || !options.toml.empty()) add_source_options(request, options);
    const catalog::Variant* variant = request.experiment->find(request.variant);
    if (variant == nullptr) {
        std::vector<std::string> names;
        for (const catalog::Variant& known : request.experiment->variants) names.push_back(known.name);
        return fail(ErrorKind::usage,
                    fmt::format("Experiment '{}' has no variant '{}'.", request.experiment->name, request.variant),
                    fmt::format("known: {}", fmt::join(names, ", ")));
    }
    request.variant = variant->name;
    if (!options.text.empty()) {
        const auto bytes = input::read_whole(options.text, scene::max_carried);
        if (!bytes) return tl::unexpected(bytes.error());
        request.text = std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    request.settings = opened ? opened->scene.source.settings : catalog::default_settings(*variant);
    if (!options.block.empty()) {
        auto block = parse_block(options.block);
        if (!block) return tl::unexpected(block.error());
        request.settings.block = *block;
    }
    for (const std::string& assignment : options.settings)
        if (auto set = catalog::apply_setting(*variant, request.settings, assignment); !set)
            return tl::unexpected(set.error());
    auto input = !options.input.empty() ? input::parse_spec(options.input)
                 : opened               ? Result<input::InputSpec>(opened->scene.source.input)
                          : catalog::default_input(*request.experiment, *variant, catalog::default_picture().string());
    if (!input) return tl::unexpected(input.error());
    request.input = std::move(*input);
    auto device = parse_device(options.device);
    if (!device) return tl::unexpected(device.error());
    request.device = *device;
    // Untrusted code runs on the GPU only on request.
    if (opened && (opened->carried || request.text) && *device == session::DeviceChoice::automatic)
        request.device = session::DeviceChoice::emulator;
    auto compiler = parse_compiler(options.compiler);
    if (!compiler) return tl::unexpected(compiler.error());
    request.compiler = *compiler;
    if (opened && *compiler == compile::CompilerChoice::automatic) request.ptx = opened->ptx;
    if (scene != nullptr) *scene = std::move(opened);
    return request;
}

} // namespace warpscope::cli
