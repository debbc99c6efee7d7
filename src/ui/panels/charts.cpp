#include <fmt/format.h>

#include "base/devices/device_model.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/chart.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void device_choice(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const DeviceModel& present = selected_device_model(model.chart.request.device, model.chart.request.gpu);
    const std::string label = fmt::format("{}##peaks", present.name);
    if (quiet_button(look, label.c_str(), Icon::caret_down, tr("The device whose published peaks form the roof")))
        ImGui::OpenPopup("peaks");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("peaks")) {
        update_menu();
        for (const DeviceModel& device : device_models()) {
            const std::string figures = tr_format("{:g} TFLOP/s, {:g} GB/s", device.tflops, device.gigabytes);
            if (menu_item(look, fmt::format("{}##peaks of", device.name).c_str(), figures, &device == &present))
                commands.push_back(ChoosePeaks{std::string(device.name)});
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void choices(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    bool first = true;
    for (const analysis::ChartOffer& offer : model.charts) {
        const Label label(offer.spec != nullptr ? tr_course(offer.title) : tr(offer.title),
                          fmt::format("{}##chart {}", offer.title, offer.name));
        if (!first) {
            ImGui::SameLine(0, look.px(6));
            if (ImGui::GetCursorPosX() + pill_size(look, label).x > right) ImGui::NewLine();
        }
        first = false;
        const char* tip = offer.is_sweep() ? tr("Runs the variants at several sizes on the emulator") : "";
        if (pill(look, label, offer.name == model.chart.request.name, tip)) commands.push_back(ChooseChart{offer.name});
    }
    if (model.chart.request.name == "roofline") {
        ImGui::SameLine(0, look.px(14));
        device_choice(model, commands);
    }
    const bool unfinished = model.chart.canceled;
    if (!model.chart.busy && !unfinished) return;
    if (model.chart.progress.total == 0) return;
    ImGui::SameLine(0, look.px(14));
    text(look, tr_format("{} of {} runs", model.chart.progress.done, model.chart.progress.total),
         {Face::text, size_body, look.colors->muted});
    ImGui::SameLine(0, look.px(8));
    if (model.chart.busy && quiet_button(look, tr_label("stop", "##chart"), Icon::close, tr("Stop measuring")))
        commands.push_back(StopChart{});
    if (!model.chart.busy && unfinished &&
        quiet_button(look, tr_label("continue", "##chart"), Icon::none, tr("Measure the rest")))
        commands.push_back(ResumeChart{});
}

} // namespace

void charts_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const TextStyle muted{Face::text, size_body, look.colors->muted};
    if (!model.result || model.charts.empty()) {
        text(look, tr("Charts appear here once a kernel has run."), muted);
        return;
    }
    choices(model, commands);
    if (model.chart.failure) {
        paragraph(look, tr(model.chart.failure->message), {Face::text, size_body, look.colors->error_text});
        return;
    }
    if (!model.chart.chart) {
        text(look, model.chart.busy ? tr("Measuring…") : tr("Nothing was measured."), muted);
        return;
    }
    const analysis::Chart& chart = *model.chart.chart;
    ImGui::Dummy({0, look.px(2)});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool beside = room.x > look.px(640);
    const ImVec2 plot{beside ? room.x - look.px(300) : room.x, std::max(beside ? room.y : room.y * 0.9f, look.px(170))};
    ImGui::BeginChild("plot", plot, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    chart_plot(look, chart, at, {at.x + plot.x, at.y + plot.y});
    ImGui::EndChild();
    if (!beside) {
        chart_legend(look, chart);
        return;
    }
    ImGui::SameLine(0, look.px(16));
    ImGui::BeginChild("legend", {0, plot.y});
    chart_legend(look, chart);
    ImGui::EndChild();
}

} // namespace warpscope::ui
