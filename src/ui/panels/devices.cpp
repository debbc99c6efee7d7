// Multi-device timeline: a launch and a copy track per device.
#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "analysis/device_schedule.hpp"
#include "language/tr.hpp"
#include "render/style/named_group.hpp"
#include "render/style/palette.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {
namespace {

using analysis::DeviceSchedule;

struct Schedules {
    DeviceSchedule two, one;
};

ImU32 tint_of_device(uint32_t device) {
    return render::packed(render::palette::warp_tints[device % render::palette::warp_tints.size()]);
}

std::string words_of_step(const ExecutionPlan& plan, const warpscope::Step& step, const DeviceSchedule::Span& span) {
    if (step.kind == warpscope::Step::Kind::launch)
        return tr_format("{} on device {}, cycles {:.0f} to {:.0f}", plan.launches[step.index].kernel, step.device,
                         span.begin, span.end);
    const PlannedCopy& copy = plan.copies[step.index];
    return tr_format("{} bytes of '{}' from device {} to device {}, cycles {:.0f} to {:.0f}", copy.bytes,
                     plan.buffers[copy.to.buffer].layout.name, copy.from.device, copy.to.device, span.begin, span.end);
}

std::optional<size_t> draw_tracks(const Look& look, const ExecutionPlan& plan, const DeviceSchedule& schedule,
                                  double length, ImVec2 min, ImVec2 max) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto group = [&](const std::string& name) {
        return std::make_unique<render::NamedGroup>(
            list, fmt::format("devices-{}-{}", schedule.streams == Streams::two ? "two-streams" : "one-stream", name));
    };
    const float names = look.px(72), left = min.x + names, width = max.x - left;
    const float row = (max.y - min.y) / static_cast<float>(schedule.devices), lane = row * 0.44f;
    auto part = group("ground");
    list.AddRectFilled({left, min.y}, max, look.colors->field_set);
    for (uint32_t device = 1; device < schedule.devices; ++device) {
        const float top = min.y + row * static_cast<float>(device);
        list.AddLine({left, top}, {max.x, top}, look.colors->line);
    }
    part.reset(); // groups must not overlap
    part = group("names");
    for (uint32_t device = 0; device < schedule.devices && row >= look.px(13); ++device)
        text_at(look, list, {min.x, min.y + row * static_cast<float>(device) + (row - look.px(size_small)) / 2},
                tr_format("device {}", device), {Face::text, size_small, look.colors->muted});
    part.reset();
    std::optional<size_t> pointed;
    const auto x_of = [&](double at) { return left + width * static_cast<float>(at / length); };
    const auto bar_of = [&](size_t i) {
        const warpscope::Step& step = schedule.steps[i];
        const bool copies = step.kind == warpscope::Step::Kind::copy;
        const float top = min.y + row * static_cast<float>(step.device) + row * 0.05f + (copies ? lane : 0.0f);
        const ImVec2 low{x_of(schedule.spans[i].begin), top};
        return std::pair(low, ImVec2{std::max(low.x + 1, x_of(schedule.spans[i].end)), top + lane});
    };
    const auto tint_of = [&](const warpscope::Step& step) {
        return tint_of_device(step.kind == warpscope::Step::Kind::copy ? plan.copies[step.index].from.device
                                                                       : step.device);
    };
    for (uint32_t device = 0; device < schedule.devices; ++device)
        for (const warpscope::Step::Kind kind : {warpscope::Step::Kind::launch, warpscope::Step::Kind::copy}) {
            const auto bars =
                group(fmt::format("{}-{}", device, kind == warpscope::Step::Kind::copy ? "copies" : "launches"));
            for (size_t i = 0; i < schedule.steps.size(); ++i) {
                const warpscope::Step& step = schedule.steps[i];
                if (step.device != device || step.kind != kind) continue;
                const auto [low, high] = bar_of(i);
                list.AddRectFilled(low, high, tint_of(step));
                if (kind == warpscope::Step::Kind::copy) list.AddRect(low, high, look.colors->text);
                if (ImGui::IsMouseHoveringRect(low, high)) pointed = i;
            }
        }
    const auto kernels = group("kernels");
    for (size_t i = 0; i < schedule.steps.size(); ++i) {
        const warpscope::Step& step = schedule.steps[i];
        if (step.kind == warpscope::Step::Kind::copy) continue;
        const auto [low, high] = bar_of(i);
        const std::string& name = plan.launches[step.index].kernel;
        if (high.x - low.x <= look.measure(Face::text, size_small, name).x + look.px(8) || lane < look.px(size_small))
            continue;
        const ImU32 tint = tint_of(step);
        const bool light = contrast(tint, render::black) >= contrast(tint, render::white);
        text_at(look, list, {low.x + look.px(4), low.y + (lane - look.px(size_small)) / 2 - look.px(1)}, name,
                {Face::text, size_small, light ? render::black : render::white});
    }
    return pointed;
}

void tracks(const Look& look, const ExecutionPlan& plan, const DeviceSchedule& schedule, double length, float height,
            const char* id) {
    text(look,
         schedule.streams == Streams::two
             ? tr_format("Copies in a stream of their own: {:.0f} cycles, {:.0f} % of them overlapped with computing",
                         schedule.length, 100 * schedule.hidden)
             : tr_format("Copies in the stream of the launches: {:.0f} cycles", schedule.length),
         {Face::strong, size_body, 0});
    const ImVec2 at = ImGui::GetCursorScreenPos(), room{ImGui::GetContentRegionAvail().x, height};
    const auto pointed = draw_tracks(look, plan, schedule, length, at, {at.x + room.x, at.y + room.y});
    ImGui::InvisibleButton(id, {std::max(1.0f, room.x), std::max(1.0f, room.y)});
    if (pointed && ImGui::IsItemHovered())
        tooltip(look, words_of_step(plan, schedule.steps[*pointed], schedule.spans[*pointed]));
}

} // namespace

bool has_several_devices(const Model& model) { return model.result && model.result->prepared.plan.devices > 1; }

void devices_panel(const Model& model, Commands& /*commands*/) {
    const Look& look = model.look;
    const TextStyle muted{Face::text, size_body, look.colors->muted};
    if (!model.result) return;
    const ExecutionPlan& plan = model.result->prepared.plan;
    if (!has_several_devices(model) || !model.result->not_emulated.empty()) {
        paragraph(look, tr("This run has one device. The experiment \"Halo exchange\" has several."), muted);
        return;
    }
    const auto both = model.result->derived.get<Schedules>({}, [&] {
        return Schedules{analysis::model_schedule(*model.result, Streams::two),
                         analysis::model_schedule(*model.result, Streams::one)};
    });
    paragraph(look,
              tr_format("{} devices, {} copies between them with {} bytes. The rows above the copies show what a "
                        "device computes; a copy has the color of its source device.",
                        plan.devices, both->two.exchanged, grouped(both->two.exchanged_bytes)),
              {Face::text, size_body, 0});
    paragraph(look, words_of(both->two), muted);
    const double length = std::max({both->two.length, both->one.length, 1.0});
    const float min_height = look.px(16) * static_cast<float>(plan.devices);
    const float room = (ImGui::GetContentRegionAvail().y - look.px(60)) / 2;
    const float height = std::clamp(room, min_height, look.px(44) * static_cast<float>(plan.devices));
    tracks(look, plan, both->two, length, height, "##two streams");
    ImGui::Dummy({0, look.px(4)});
    tracks(look, plan, both->one, length, height, "##one stream");
}

} // namespace warpscope::ui
