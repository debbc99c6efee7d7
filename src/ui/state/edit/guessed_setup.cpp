#include "ui/state/edit/guessed_setup.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "catalog/guess/guess.hpp"
#include "catalog/guess/toml_text.hpp"
#include "export/file.hpp"
#include "ui/model/program/guess_state.hpp"

namespace warpscope::ui {

namespace {

catalog::Variant* find(catalog::Experiment& experiment, const std::string& name) {
    const auto found = std::ranges::find(experiment.variants, name, &catalog::Variant::name);
    return found == experiment.variants.end() ? nullptr : &*found;
}

} // namespace

void set_buffer(catalog::Experiment& experiment, const std::string& variant, const catalog::BufferSpec& buffer) {
    catalog::Variant* const changed = find(experiment, variant);
    if (changed == nullptr) return;
    const auto old = std::ranges::find(changed->buffers, buffer.name, &catalog::BufferSpec::name);
    if (old == changed->buffers.end()) return;
    *old = buffer;
    std::erase_if(experiment.guesses[variant], [&](const std::string& guess) { return is_about(guess, buffer.name); });
}

void keep_set_buffers(const catalog::Experiment& before, catalog::Experiment& read) {
    for (const catalog::Variant& variant : before.variants) {
        if (!catalog::has_guessed_launch(before, variant.name) || find(read, variant.name) == nullptr) continue;
        for (const catalog::BufferSpec& buffer : variant.buffers)
            if (!is_as_guessed(before, variant.name, buffer.name) && is_as_guessed(read, variant.name, buffer.name))
                set_buffer(read, variant.name, buffer);
    }
}

Result<std::filesystem::path> save_setup(catalog::Experiment experiment, const scene::Source& source) {
    catalog::Variant* const variant = find(experiment, source.variant);
    if (variant == nullptr) return fail(ErrorKind::failed, fmt::format("There is no kernel '{}'.", source.variant));
    variant->block = source.settings.block;
    for (catalog::Parameter& parameter : variant->parameters) {
        const auto value = source.settings.values.find(parameter.name);
        if (value != source.settings.values.end()) parameter.initial = value->second;
    }
    if (catalog::main_input(*variant) != nullptr) experiment.default_input = source.input.text();
    const std::filesystem::path folder = variant->source.parent_path();
    const std::string stem = fmt::format("{}-{}", variant->source.stem().string(), variant->name);
    std::filesystem::path file = folder / (stem + ".toml");
    std::error_code error;
    for (int i = 2; std::filesystem::exists(file, error); ++i) file = folder / fmt::format("{}-{}.toml", stem, i);
    if (auto written = exporting::write_file(file, catalog::toml_text(experiment, *variant, folder)); !written)
        return tl::unexpected(written.error());
    return file;
}

} // namespace warpscope::ui
