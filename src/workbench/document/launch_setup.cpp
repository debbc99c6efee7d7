#include "workbench/document/launch_setup.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::workbench {

namespace {

constexpr std::string_view letter_of(Axis axis) { return axis == Axis::x ? "x" : axis == Axis::y ? "y" : "z"; }

bool is_in_lessons_folder(const std::string& file) {
    return std::filesystem::path(file).lexically_normal().parent_path() == lesson::lessons_folder().lexically_normal();
}

bool is_of_an_experiment(const std::string& file) {
    const auto whole = [](const std::filesystem::path& path) {
        return std::filesystem::absolute(path).lexically_normal();
    };
    const std::string inside = whole(file).lexically_relative(whole(catalog::catalog_folder())).string();
    return !inside.empty() && !inside.starts_with("..");
}

} // namespace

scene::LaunchSetup default_setup(const catalog::Experiment& experiment, const std::string& picture) {
    scene::LaunchSetup setup;
    setup.experiment = experiment.name;
    const catalog::Variant& variant = experiment.variants.front();
    setup.variant = variant.name;
    setup.settings = catalog::default_settings(variant);
    setup.input = catalog::default_input(experiment, variant, picture).value_or(input::InputSpec{.file = picture});
    return setup;
}

Result<input::InputSpec> initial_input(const catalog::Experiment& experiment, const catalog::Variant& variant,
                                       const std::string& picture) {
    const std::string& own = experiment.initial_layout.input;
    if (own.empty() || !variant.default_input.empty()) return catalog::default_input(experiment, variant, picture);
    return input::parse_spec(own);
}

scene::LaunchSetup initial_setup(const catalog::Experiment& experiment, const std::string& picture) {
    const catalog::InitialLayout& look = experiment.initial_layout;
    scene::LaunchSetup setup = default_setup(experiment, picture);
    if (!look.variant.empty()) setup = with_variant(setup, experiment, look.variant);
    const catalog::Variant& variant = *experiment.find(setup.variant);
    if (const auto input = initial_input(experiment, variant, picture)) setup.input = *input;
    if (look.block) setup.settings.block = *look.block;
    for (const std::string& assignment : look.set)
        static_cast<void>(catalog::apply_setting(variant, setup.settings, assignment));
    return setup;
}

std::string input_key(const catalog::Experiment& experiment, const catalog::Variant& variant) {
    return variant.default_input.empty() ? experiment.name : experiment.name + "/" + variant.name;
}

input::InputSpec input_for(const catalog::Experiment& experiment, const catalog::Variant& variant,
                           const input::InputSpec& now, const std::map<std::string, std::string>& own,
                           const input::InputSpec& usual) {
    if (catalog::main_input(variant) == nullptr) return usual;
    if (const auto last = own.find(input_key(experiment, variant)); last != own.end())
        if (auto spec = input::parse_spec(last->second)) return *spec;
    const std::string& begins_with = variant.default_input.empty() ? experiment.default_input : variant.default_input;
    const bool about_pictures = begins_with.empty() || begins_with == "picture";
    const bool own_photo = now.is_file() && now.file != catalog::default_picture().string() &&
                           !is_in_lessons_folder(now.file) && !is_of_an_experiment(now.file);
    return about_pictures && own_photo ? now : usual;
}

scene::LaunchSetup with_variant(const scene::LaunchSetup& setup, const catalog::Experiment& experiment,
                                const std::string& name) {
    scene::LaunchSetup next = setup;
    const catalog::Variant* variant = experiment.find(name);
    if (variant == nullptr) return setup;
    if (next.variant != variant->name) next.text.reset();
    next.variant = variant->name;
    next.settings = catalog::default_settings(*variant);
    for (const catalog::Parameter& p : variant->parameters) {
        const auto old = setup.settings.values.find(p.name);
        if (old != setup.settings.values.end())
            next.settings.values[p.name] = std::clamp(old->second, p.minimum, p.maximum);
    }
    const catalog::Variant* before = experiment.find(setup.variant);
    if (before != nullptr && before->block_dimensions == variant->block_dimensions)
        next.settings.block = setup.settings.block;
    return next;
}

bool comes_with_the_program(const std::string& file) {
    static const std::vector<catalog::Sample> samples = catalog::samples();
    return is_in_lessons_folder(file) || is_of_an_experiment(file) ||
           std::ranges::any_of(samples, [&](const catalog::Sample& sample) { return sample.file == file; });
}

std::optional<scene::LaunchSetup> initial_setup(const catalog::Catalog& catalog,
                                                const std::optional<scene::LaunchSetup>& last) {
    const catalog::Experiment* experiment = last ? catalog.find(last->experiment) : nullptr;
    if (experiment != nullptr && experiment->find(last->variant) != nullptr) {
        scene::LaunchSetup setup = with_variant(*last, *experiment, last->variant);
        if (setup.settings.block.count() > DeviceLimits{}.max_threads_per_block)
            setup.settings.block = experiment->find(setup.variant)->block;
        return setup;
    }
    if (catalog.experiments.empty()) return std::nullopt;
    const catalog::Experiment* blur = catalog.find("box_blur");
    return default_setup(blur != nullptr ? *blur : catalog.experiments.front(), catalog::default_picture().string());
}

uint32_t& extent(Dim3& dim, Axis axis) { return axis == Axis::x ? dim.x : axis == Axis::y ? dim.y : dim.z; }
uint32_t extent(const Dim3& dim, Axis axis) { return axis == Axis::x ? dim.x : axis == Axis::y ? dim.y : dim.z; }

BlockChange change_block(Dim3 block, Axis axis, uint32_t requested, const DeviceLimits& limits) {
    BlockChange result{block, {}};
    extent(result.block, axis) = 1;
    const auto others = static_cast<uint32_t>(result.block.count());
    const uint32_t side_limit = extent(limits.max_block, axis);
    const uint32_t product_limit = std::max(1u, limits.max_threads_per_block / others);
    const uint32_t allowed = std::min(side_limit, product_limit);
    extent(result.block, axis) = std::clamp(requested, 1u, allowed);
    if (requested <= allowed) return result;
    Dim3 requested_block = block;
    extent(requested_block, axis) = requested;
    if (requested > side_limit) {
        result.why = tr_format("A block has at most {} threads in {}.", side_limit, letter_of(axis));
    } else {
        const bool deep = requested_block.z > 1;
        result.why =
            tr_format("{} × {}{} would be {} threads. A block has at most {}, so {} stops at {}.", requested_block.x,
                      requested_block.y, deep ? fmt::format(" × {}", requested_block.z) : "", requested_block.count(),
                      limits.max_threads_per_block, letter_of(axis), allowed);
    }
    return result;
}

} // namespace warpscope::workbench
