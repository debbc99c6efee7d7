#include "ui/panels/program/program_panels.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "catalog/guess/guess.hpp"
#include "language/tr.hpp"
#include "ui/panels/program/buffer_row.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/workbench.hpp"
#include "workbench/launch/guess_state.hpp"

namespace warpscope::ui {

namespace {

using About = catalog::Guess::About;

constexpr std::array role_names{N_("input"), N_("output"), N_("scratch")};

std::string guessed_words(const catalog::BufferSpec& buffer) {
    std::string words = tr(role_names[static_cast<size_t>(buffer.role)]);
    if (!buffer.is_main_input) {
        words += " " + buffer.width;
        if (buffer.height != "1" || buffer.depth != "1") words += " × " + buffer.height;
        if (buffer.depth != "1") words += " × " + buffer.depth;
    }
    words += fmt::format(" {}", name_of(buffer.type));
    if (buffer.channels > 1) words += fmt::format(" × {}", buffer.channels);
    return words;
}

bool typed_line(const Look& look, const char* label, std::string& words, float width) {
    const std::string before = words;
    ImGui::SetNextItemWidth(std::min(look.px(width), ImGui::GetContentRegionAvail().x));
    ImGui::PushFont(look.fonts.mono, size_code);
    ImGui::InputText(label, &words);
    ImGui::PopFont();
    return ImGui::IsItemDeactivatedAfterEdit() && !words.empty() && words != before;
}

bool any_differs(const Model& model, const std::vector<catalog::ArgumentSpec>& arguments) {
    return std::ranges::any_of(arguments, [&](const catalog::ArgumentSpec& argument) {
        return any_differs(model, argument.fields) ||
               (argument.fields.empty() && !argument.name.empty() && argument.text != argument.name &&
                !is_as_guessed(*model.experiment, model.variant->name, About::argument, argument.name));
    });
}
bool any_number_differs(const Model& model) {
    return !model.variant->launches.empty() && any_differs(model, model.variant->launches.front().arguments);
}

void guessed_fields(const Look& look, const catalog::BufferSpec& now, bool has_main, Commands& commands) {
    catalog::BufferSpec next = now;
    bool changed = false;
    text(look, tr("role"), {Face::text, size_small, look.colors->muted});
    for (size_t i = 0; i < role_names.size(); ++i) {
        const auto role = static_cast<BufferRole>(i);
        if (i > 0) ImGui::SameLine(0, look.px(5));
        if (!pill(look, tr_label(role_names[i], "##role"), now.role == role, "") || now.role == role) continue;
        next.role = role;
        if (!now.is_main_input)
            next.contents = role == BufferRole::input ? std::optional<std::string>("noise") : std::nullopt;
        changed = true;
    }
    ImGui::Dummy({0, look.px(2)});
    if (now.is_main_input) {
        text(look, tr("the opened input, with its size"), {Face::text, size_small, look.colors->muted});
    } else {
        if (has_main && now.variable.empty() &&
            pill(look, tr_label("the opened input", "##main"), false,
                 tr("This buffer gets the opened input and its size; the buffer that had it gets noise"))) {
            next.is_main_input = changed = true;
            next.role = BufferRole::input;
        }
        text(look, tr("size in cells: width, height, depth"), {Face::text, size_small, look.colors->muted});
        changed = typed_line(look, fmt::format("##width of {}", now.name).c_str(), next.width, 150) || changed;
        changed = typed_line(look, fmt::format("##height of {}", now.name).c_str(), next.height, 150) || changed;
        changed = typed_line(look, fmt::format("##depth of {}", now.name).c_str(), next.depth, 150) || changed;
        text(look, tr("padding per row (hidden)"), {Face::text, size_small, look.colors->muted});
        changed = typed_line(look, fmt::format("##padding of {}", now.name).c_str(), next.padding, 150) || changed;
    }
    ImGui::Dummy({0, look.px(2)});
    const auto channels = channel_buttons(look, now.channels, [](uint32_t) { return true; });
    next.channels = channels.value_or(now.channels);
    ImGui::Dummy({0, look.px(2)});
    const auto type = type_buttons(look, now.type, [](ElementType) { return true; });
    next.type = type.value_or(now.type);
    if (changed || channels || type) commands.push_back(SetGuessedBuffer{next});
}

void number_rows(const Model& model, std::vector<catalog::ArgumentSpec>& arguments, const catalog::LaunchSpec& whole,
                 Commands& commands) {
    const Look& look = model.look;
    for (catalog::ArgumentSpec& argument : arguments) {
        number_rows(model, argument.fields, whole, commands);
        const bool is_buffer = argument.text == argument.name;
        const auto& sliders = model.variant->parameters;
        const bool is_slider = std::ranges::find(sliders, argument.text, &catalog::Parameter::name) != sliders.end();
        if (!argument.fields.empty() || argument.name.empty() || is_buffer || is_slider) continue;
        const bool is_set = !is_as_guessed(*model.experiment, model.variant->name, About::argument, argument.name);
        buffer_row(
            look, argument.name, argument.text, is_set,
            is_set ? tr("Set here; click to change type and value") : tr("Guessed; click to set type and value"), [&] {
                text(look, tr("type and value, as in s32:width * 2"), {Face::text, size_small, look.colors->muted});
                if (typed_line(look, fmt::format("##value of {}", argument.name).c_str(), argument.text, 200))
                    commands.push_back(SetGuessedLaunch{whole});
            });
    }
}

void launch_fields(const Model& model, const catalog::LaunchSpec& now, Commands& commands) {
    const Look& look = model.look;
    catalog::LaunchSpec next = now;
    number_rows(model, next.arguments, next, commands);
    const bool is_set = !is_as_guessed(*model.experiment, model.variant->name, About::grid);
    std::string words = "?";
    if (model.result != nullptr) {
        const Dim3& blocks = model.result->shown().config.grid;
        words = fmt::format("{}", blocks.x);
        if (blocks.y > 1 || blocks.z > 1) words += fmt::format(" × {}", blocks.y);
        if (blocks.z > 1) words += fmt::format(" × {}", blocks.z);
    }
    buffer_row(look, tr("grid"), words, is_set,
               is_set ? tr("Set here; click to change the blocks and their shared memory")
                      : tr("Guessed; click to set the blocks and their shared memory"),
               [&] {
                   text(look, tr("blocks in x, y and z"), {Face::text, size_small, look.colors->muted});
                   next.grid.resize(3, "1");
                   bool changed = typed_line(look, "##blocks in x", next.grid[0], 200);
                   changed = typed_line(look, "##blocks in y", next.grid[1], 200) || changed;
                   changed = typed_line(look, "##blocks in z", next.grid[2], 200) || changed;
                   text(look, tr("bytes of dynamic shared memory"), {Face::text, size_small, look.colors->muted});
                   changed = typed_line(look, "##shared bytes", next.shared, 200) || changed;
                   if (changed) commands.push_back(SetGuessedLaunch{next});
               });
}

void setup_fields(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const catalog::Variant& variant = *model.variant;
    const auto differs = [&](const catalog::BufferSpec& buffer) {
        return !is_as_guessed(*model.experiment, variant.name, About::buffer, buffer.name);
    };
    if (quiet_button(look, tr_label("Save as TOML", "##setup"), Icon::none,
                     tr("Saves this setup, with the sliders' values, as a TOML file next to the kernel file; it opens "
                        "like the kernel file")))
        commands.push_back(SaveSetup{});
    const bool grid_differs = !is_as_guessed(*model.experiment, variant.name, About::grid);
    if ((std::ranges::any_of(variant.buffers, differs) || grid_differs || any_number_differs(model)) &&
        quiet_button(look, tr_label("Use the guess", "##setup"), Icon::none, tr("Discard these settings")))
        commands.push_back(ForgetSetup{});
    ImGui::Dummy({0, look.px(2)});
    if (std::string instance = variant.title; instance.find('<') != std::string::npos) {
        text(look, tr("instance of the template"), {Face::text, size_small, look.colors->muted});
        if (typed_line(look, "##instance", instance, 200)) commands.push_back(SetGuessedInstance{instance});
        ImGui::Dummy({0, look.px(2)});
    }
    for (const catalog::BufferSpec& buffer : variant.buffers) {
        const bool is_set = differs(buffer);
        buffer_row(look, buffer.name, guessed_words(buffer), is_set,
                   is_set ? tr("Set here; click to change role, size, channels and type")
                          : tr("Guessed; click to set role, size, channels and type"),
                   [&] { guessed_fields(look, buffer, catalog::main_input(variant) != nullptr, commands); });
    }
    if (!variant.launches.empty()) launch_fields(model, variant.launches.front(), commands);
    ImGui::Dummy({0, look.px(2)});
}

} // namespace

void guessed_setup(const Model& model, Commands& commands) {
    if (model.experiment == nullptr || model.variant == nullptr) return;
    const auto guesses = model.experiment->guesses.find(model.variant->name);
    if (guesses == model.experiment->guesses.end()) return;
    const Look& look = model.look;
    section(look, shows_launch_of_program(model) ? tr("SETUP OF THE PROGRAM") : tr("SETUP (GUESSED)"));
    // Programs have guesses as well, but buffers are set under BUFFERS.
    if (catalog::has_guessed_launch(*model.experiment, model.variant->name)) setup_fields(model, commands);
    const TextStyle style{Face::text, size_body - 0.5f, look.colors->muted};
    for (const Message& passed : model.variant->passed)
        paragraph(look, tr(passed), {passed.is_verbatim() ? Face::mono : Face::text, style.size, look.colors->text});
    if (!model.variant->passed.empty() && !guesses->second.empty()) {
        ImGui::Dummy({0, look.px(2)});
        text(look, tr("Guessed from the launch:"), style);
    }
    const bool is_tight = model.result && !model.result_is_stale && !has_spare_blocks(*model.result);
    for (const catalog::Guess& guess : guesses->second)
        if (!is_tight || guess.about != About::spare_block) paragraph(look, tr(guess.message), style);
}

} // namespace warpscope::ui
