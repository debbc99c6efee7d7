#include "ui/panels/panels.hpp"

#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/scene_document.hpp"

namespace warpscope::ui {

namespace {

constexpr float longest_part = 300;

struct Part {
    std::string words, tip;
    bool wrong = false;
};

Part scene_part(const SceneCheck& check) {
    const exporting::Reproduced& numbers = check.reproduced;
    return {check.name.empty() ? numbers.text() : fmt::format("{} · {}", numbers.text(), check.name),
            numbers.same == numbers.all ? tr("This run reproduces all numbers saved in the scene.") : numbers.why(),
            numbers.same != numbers.all};
}

std::vector<Part> parts(const Model& model) {
    std::vector<Part> result;
    const gpu::LiveStatus& live = model.live;
    if (live.active)
        result.push_back({fmt::format("{}, {}", gpu_title(model), live.compute), tr("draws the output")});
    else
        result.push_back({tr("emulator"), tr(live.why)});
    if (model.deck != nullptr)
        result.push_back({tr_format("Scene {} of {}", model.deck->position + 1, model.deck->scenes.size()), ""});
    if (model.scene_check != nullptr) result.push_back(scene_part(*model.scene_check));
    if (model.result) {
        const compile::CompileResult& compiled = model.result->compiled;
        if (model.result->has_scenes_ptx)
            result.push_back({tr_format("the scene's PTX ({})", compiled.compiler_name),
                              tr_format("The scene's numbers were measured with it. {} recompiles the kernel.",
                                        key_text(Action::reload))});
        else
            result.push_back({compiled.compiler_name.empty() ? tr("PTX as written") : compiled.compiler_name,
                              tr_format("compiled in {}{}", duration(compiled.milliseconds),
                                        compiled.from_cache ? tr(", from the cache") : "")});
    }
    if (live.active) {
        result.push_back({tr_format("interop: {}", live.path), tr(live.why)});
        if (!live.note.empty()) result.push_back({tr(live.note), tr("the driver is older than the compiler")});
        if (live.kernel_ms > 0)
            result.push_back({tr_format("kernel {}", duration(live.kernel_ms)), tr("by CUDA events")});
    } else if (!live.why.empty()) {
        result.push_back({tr(live.why), ""});
    }
    if (model.result && refused_launch(*model.result) != nullptr) {
        result.push_back({tr("launch failed: nothing has run"), tr(refused_launch(*model.result)->message)});
    } else if (model.result && model.result->not_emulated.empty()) {
        const session::Timing& t = model.result->timing;
        const double measuring = t.execute_ms + t.analyze_ms;
        if (measuring > 0)
            result.push_back({tr_format("measured on the emulator in {}", duration(measuring)),
                              tr_format("input {}, compiling {}, decoding {}, running {}, analyzing {}; {} in total",
                                        duration(t.input_ms), duration(t.compile_ms), duration(t.decode_ms),
                                        duration(t.execute_ms), duration(t.analyze_ms), duration(t.total_ms))});
        else
            result.push_back({tr_format("new picture in {}", duration(t.total_ms)), tr("compiled, run and measured")});
    }
    return result;
}

float progress_bar(const Model& model, Commands& commands, float height) {
    const Look& look = model.look;
    const std::string words = fmt::format("{}…", stage_text(model.progress.stage));
    const float bar = look.px(150), label = look.measure(Face::text, size_small + 0.5f, words).x;
    const float cancel = look.measure(Face::text, size_body, tr("Cancel")).x + look.px(14);
    const float total = bar + label + cancel + look.px(30);
    const ImVec2 origin = ImGui::GetWindowPos();
    float x = ImGui::GetWindowWidth() - total - look.px(8);
    ImGui::SetCursorPos({x, std::round((height - look.px(size_small + 2)) / 2)});
    text(look, words, {Face::text, size_small + 0.5f, 0});
    x += label + look.px(10);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 min{origin.x + x, origin.y + height / 2 - look.px(3)}, max{min.x + bar, min.y + look.px(6)};
    list.AddRectFilled(min, max, look.colors->track, look.px(3));
    if (model.progress.fraction > 0) {
        list.AddRectFilled(min, {min.x + bar * std::min(1.0f, model.progress.fraction), max.y}, look.colors->accent,
                           look.px(3));
    } else {
        const auto phase =
            model.preferences->reduced_motion ? 0.5f : static_cast<float>(0.5 - 0.5 * std::cos(ImGui::GetTime() * 3));
        const float left = min.x + phase * bar * 0.7f;
        list.AddRectFilled({left, min.y}, {left + bar * 0.3f, max.y}, look.colors->accent, look.px(3));
    }
    ImGui::SetCursorPos({x + bar + look.px(8), std::round((height - look.px(28)) / 2)});
    if (quiet_button(look, tr_label("Cancel"), Icon::none,
                     tr_format("Stop this run; the picture stays ({})", key_text(Action::cancel))))
        commands.push_back(Perform{Action::cancel});
    return total + look.px(8);
}

float film_status(const Model& model, Commands& commands, float height) {
    const Look& look = model.look;
    const Label cancel = tr_label("Cancel", "##film in work");
    const std::string_view words = tr("Making the film…");
    const float label = look.measure(Face::text, size_small + 0.5f, words).x,
                button = look.measure(Face::text, size_body, cancel.words()).x + look.px(28),
                total = label + button + look.px(16);
    const float x = ImGui::GetWindowWidth() - total;
    ImGui::SetCursorPos({x, std::round((height - look.px(size_small + 2.5f)) / 2)});
    text(look, words, {Face::text, size_small + 0.5f, 0});
    ImGui::SetCursorPos({x + label + look.px(8), std::round((height - look.px(28)) / 2)});
    if (quiet_button(look, cancel, Icon::none, "")) commands.push_back(StopFilm{});
    return total + look.px(8);
}

} // namespace

std::string gpu_title(const Model& model) {
    const bool several = model.gpus && model.gpus->all.size() > 1;
    return several ? fmt::format("{} #{}", model.live.device, model.live.number) : model.live.device;
}

void status_bar(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float height = look.px(status_bar_height), size = size_small + 0.5f;
    const ImVec2 origin = ImGui::GetWindowPos();
    float right = 0;
    if (model.busy && model.progress.milliseconds > patience_ms) {
        right = progress_bar(model, commands, height);
    } else if (model.is_film_busy) {
        right = film_status(model, commands, height);
    } else {
        const std::string recorded = model.result ? model.result->recorded_on : "";
        const bool unknown = model.result && !model.result->not_emulated.empty();
        const std::string words =
            unknown ? tr("not emulated: nothing is measured")
            : model.heat_ahead && model.layer_ahead
                ? tr("picture, owners, divergence, sectors from the GPU · the rest follows")
            : model.heat_ahead  ? tr("picture, sectors from the GPU · the rest follows")
            : model.layer_ahead ? tr("picture, owners, divergence from the GPU · the rest follows")
            : model.partial     ? *model.partial >= 1 ? tr("new picture · overlays are being measured")
                                                      : tr("new picture where blocks have run · the rest follows")
                : model.live_ahead ? tr("new picture from the GPU · overlays are being measured")
            : recorded.empty()  ? tr("overlays from the emulator · counts are on PTX")
                                : tr_format("owners, divergence, sectors measured on {}", recorded);
        const float room = ImGui::GetWindowWidth() - look.px(30 + 120);
        right = std::min(look.measure(Face::text, size, words).x + look.px(14), std::max(room, look.px(14)));
        ImGui::SetCursorPos({ImGui::GetWindowWidth() - right, std::round((height - look.px(size + 2)) / 2)});
        text(look, words, {Face::text, size, look.colors->muted}, right - look.px(13));
        if (ImGui::IsItemHovered())
            tooltip(look, unknown ? tr(model.result->not_emulated)
                          : recorded.empty()
                              ? tr("All counts are made on PTX, by running it on the emulator; machine code differs.")
                              : tr("Owners, divergence and sectors are what probes in the kernel "
                                   "recorded on the GPU; instruction counts, other heat maps, findings "
                                   "and traces of single blocks are the emulator's."));
        right += look.px(20);
    }
    ImGui::GetWindowDrawList()->AddCircleFilled({origin.x + look.px(18), origin.y + height / 2}, look.px(4),
                                                model.live.active ? look.colors->good_text : look.colors->muted);
    float x = look.px(30);
    bool first = true;
    for (const Part& part : parts(model)) {
        const float width = look.measure(Face::text, size, part.words).x;
        const float room = ImGui::GetWindowWidth() - right - x;
        // Limits the width of later parts, because error messages may be paragraphs.
        const float max_width = std::max(first ? room : std::min(room, look.px(longest_part)), look.px(20));
        if (!first && room < look.px(60)) break;
        ImGui::SetCursorPos({x, std::round((height - look.px(size + 2)) / 2)});
        text(look, part.words,
             {first ? Face::strong : Face::text, size,
              part.wrong ? look.colors->error_text
              : first    ? look.colors->text
                         : look.colors->muted},
             max_width);
        if (!part.tip.empty() && width <= max_width && ImGui::IsItemHovered()) tooltip(look, part.tip);
        x += std::min(width, max_width) + look.px(24);
        first = false;
    }
}

} // namespace warpscope::ui
