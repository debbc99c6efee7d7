#include "workbench/files/restart.hpp"

#include <fmt/format.h>

#include "render/layout/cell_plane.hpp"
#include "scene/names.hpp"

namespace warpscope::workbench {
namespace {

/// Returns the selected cell for --pin; nothing for idle threads.
std::optional<std::string> pinned_cell(const session::RunResult& run, const render::Selection& selection) {
    const auto place = render::selected_place(run, render::Space::output, selection);
    const auto index = place ? render::index_at(run, render::Space::output, *place) : std::nullopt;
    if (!index) return std::nullopt;
    return coordinates_text(run.output.layout.shape, *index);
}

} // namespace

std::vector<std::string> restart_words(const Document& document, const Models& model) {
    std::vector<std::string> words;
    const auto add = [&words](std::string option, std::string value) {
        words.push_back(std::move(option));
        words.push_back(std::move(value));
    };
    const catalog::Experiment* experiment = document.experiment();
    const bool of_program = experiment != nullptr && document.is_of_program(experiment->file);
    if (const ProgramView* const program = model.program; program != nullptr && (document.window.page || of_program)) {
        // Omits --run, because the new process must not run the program unasked.
        words.push_back(program->file.string());
        for (const auto& folder : program->build.include_folders) add("-I", folder.string());
        for (const std::string& definition : program->build.definitions) add("-D", definition);
        for (size_t i = 1; i < program->build.sources.size(); ++i) add("--with", program->build.sources[i].string());
        return words;
    }
    const catalog::Variant* const variant = document.variant();
    if (variant == nullptr || of_program) return words;
    const bool own = !experiment->file.string().starts_with(catalog::catalog_folder().string());
    const std::string target = own ? experiment->file.string() : experiment->name;
    const std::string_view separator = own && experiment->file.extension() == ".cu" ? ":" : "/";
    add("--experiment", fmt::format("{}{}{}", target, separator, variant->name));
    if (const SourceOptions& given = document.start.source_options; given.experiment == experiment->file) {
        for (const auto& folder : given.include_folders) add("-I", folder.string());
        for (const auto& [name, value] : given.definitions) add("-D", fmt::format("{}={}", name, value));
    }
    if (document.scene.source.text) words.emplace_back("--edited");
    add("--input", document.scene.source.input.text());
    const Dim3& block = document.scene.source.settings.block;
    add("--block", fmt::format("{}x{}x{}", block.x, block.y, block.z));
    for (const catalog::Parameter& parameter : variant->parameters)
        if (const auto value = document.scene.source.settings.values.find(parameter.name);
            value != document.scene.source.settings.values.end())
            add("--set", fmt::format("{}={}", parameter.name, value->second));
    if (model.result && document.scene.pin)
        if (const auto cell = pinned_cell(*model.result, model.selection)) add("--pin", *cell);
    if (document.scene.interval && document.scene.pin) add("--interval", std::to_string(*document.scene.interval));
    if (in_block(document.scene.moment) && document.scene.pin)
        add("--moment", scene::moment_text(document.scene.moment));
    if (document.scene.camera) add("--zoom", fmt::format("{}", document.scene.camera->pixels_per_cell));
    if (const auto& painted = document.scene.painted)
        add("--paint", fmt::format("{}:{}",
                                   painted->place.line != 0 ? std::to_string(painted->place.line)
                                                            : fmt::format("ptx:{}", painted->place.ptx_line),
                                   scene::name_of(painted->measure)));
    if (document.window.presentation) words.emplace_back("--presentation");
    if (document.start.compiler == compile::CompilerChoice::clang) add("--compiler", "clang");
    if (document.start.compiler == compile::CompilerChoice::nvrtc) add("--compiler", "nvrtc");
    return words;
}

} // namespace warpscope::workbench
