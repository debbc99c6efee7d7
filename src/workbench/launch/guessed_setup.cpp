#include "workbench/launch/guessed_setup.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "catalog/guess/guess.hpp"
#include "catalog/guess/toml_text.hpp"
#include "export/file.hpp"
#include "language/tr.hpp"
#include "workbench/launch/guess_state.hpp"

namespace warpscope::workbench {

namespace {

using About = catalog::Guess::About;

catalog::Variant* find(catalog::Experiment& experiment, const std::string& name) {
    const auto found = std::ranges::find(experiment.variants, name, &catalog::Variant::name);
    return found == experiment.variants.end() ? nullptr : &*found;
}

void list_numbers(std::vector<catalog::ArgumentSpec>& arguments, std::vector<catalog::ArgumentSpec*>& out) {
    for (catalog::ArgumentSpec& argument : arguments) {
        list_numbers(argument.fields, out);
        if (argument.fields.empty() && !argument.name.empty()) out.push_back(&argument);
    }
}
std::vector<catalog::ArgumentSpec*> numbers_of(catalog::LaunchSpec& launch) {
    std::vector<catalog::ArgumentSpec*> out;
    list_numbers(launch.arguments, out);
    return out;
}

bool same_grid(const catalog::LaunchSpec& a, const catalog::LaunchSpec& b) {
    return a.grid == b.grid && a.shared == b.shared;
}

} // namespace

void set_buffer(catalog::Experiment& experiment, const std::string& variant, const catalog::BufferSpec& buffer) {
    catalog::Variant* const changed = find(experiment, variant);
    if (changed == nullptr) return;
    const auto old = std::ranges::find(changed->buffers, buffer.name, &catalog::BufferSpec::name);
    if (old == changed->buffers.end()) return;
    const auto no_guess = [&](const std::string& name) {
        std::erase_if(experiment.guesses[variant],
                      [&](const catalog::Guess& guess) { return is_about(guess, About::buffer, name); });
    };
    if (buffer.is_main_input && !old->is_main_input)
        for (catalog::BufferSpec& other : changed->buffers) {
            if (!other.is_main_input) continue;
            other.is_main_input = false;
            std::tie(other.width, other.height, other.depth) = std::tuple("width", "height", "depth");
            if (other.role == BufferRole::input) other.contents = "noise";
            no_guess(other.name);
        }
    *old = buffer;
    if (buffer.is_main_input) old->contents.reset();
    no_guess(buffer.name);
}

void set_launch(catalog::Experiment& experiment, const std::string& variant, const catalog::LaunchSpec& launch) {
    catalog::Variant* const changed = find(experiment, variant);
    if (changed == nullptr || changed->launches.empty()) return;
    catalog::LaunchSpec& old = changed->launches.front();
    catalog::LaunchSpec next = launch;
    const auto before = numbers_of(old), after = numbers_of(next);
    std::erase_if(experiment.guesses[variant], [&](const catalog::Guess& guess) {
        for (size_t i = 0; i < before.size() && i < after.size(); ++i)
            if (before[i]->text != after[i]->text && is_about(guess, About::argument, after[i]->name)) return true;
        const bool is_about_grid = guess.about == About::grid || guess.about == About::spare_block;
        return is_about_grid && !same_grid(old, next);
    });
    old = std::move(next);
}

void keep_set_buffers(const catalog::Experiment& before, catalog::Experiment& read) {
    for (const catalog::Variant& variant : before.variants) {
        if (!catalog::has_guessed_launch(before, variant.name) || find(read, variant.name) == nullptr) continue;
        for (const catalog::BufferSpec& buffer : variant.buffers)
            if (!is_as_guessed(before, variant.name, About::buffer, buffer.name) &&
                is_as_guessed(read, variant.name, About::buffer, buffer.name))
                set_buffer(read, variant.name, buffer);
        catalog::Variant* const now = find(read, variant.name);
        if (variant.launches.empty() || now->launches.empty()) continue;
        catalog::LaunchSpec launch = now->launches.front(), set = variant.launches.front();
        for (catalog::ArgumentSpec* number : numbers_of(launch))
            for (const catalog::ArgumentSpec* known : numbers_of(set))
                if (known->name == number->name && !is_as_guessed(before, variant.name, About::argument, known->name) &&
                    is_as_guessed(read, variant.name, About::argument, number->name))
                    number->text = known->text;
        if (!is_as_guessed(before, variant.name, About::grid)) launch.grid = set.grid, launch.shared = set.shared;
        set_launch(read, variant.name, launch);
    }
}

Result<std::filesystem::path> save_setup(catalog::Experiment experiment, const scene::LaunchSetup& source) {
    catalog::Variant* const variant = find(experiment, source.variant);
    if (variant == nullptr) return fail(ErrorKind::failed, msg("There is no kernel '{}'.", source.variant));
    const auto is_output = [](const catalog::BufferSpec& buffer) { return buffer.role == BufferRole::output; };
    if (std::ranges::none_of(variant->buffers, is_output))
        return fail(ErrorKind::usage, msg("This setup has no output buffer to show."),
                    msg("give one of the buffers the role output"));
    variant->block = source.settings.block;
    for (catalog::Parameter& parameter : variant->parameters) {
        const auto value = source.settings.values.find(parameter.name);
        if (value != source.settings.values.end()) parameter.initial = value->second;
    }
    if (catalog::main_input(*variant) != nullptr) variant->default_input = source.input.text();
    const std::filesystem::path folder = variant->source.parent_path();
    const std::string stem = fmt::format("{}-{}", variant->source.stem().string(), variant->name);
    std::filesystem::path file = folder / (stem + ".toml");
    std::error_code error;
    for (int i = 2; std::filesystem::exists(file, error); ++i) file = folder / fmt::format("{}-{}.toml", stem, i);
    if (auto written = exporting::write_file(file, catalog::toml_text(experiment, *variant, folder)); !written)
        return tl::unexpected(written.error());
    return file;
}

} // namespace warpscope::workbench
