#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/dispatch.hpp"
#include "base/hash.hpp"
#include "export/hardware_counters.hpp"
#include "language/tr.hpp"
#include "render/style/named_group.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/block_schedule_texture.hpp"
#include "ui/panels/gpu_sketch.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

void share_bar(const Look& look, const Label& name, const std::string& words, double share) {
    fact(look, name, words);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::min(ImGui::GetContentRegionAvail().x, look.px(300)), tall = look.px(6);
    list.AddRectFilled(at, {at.x + wide, at.y + tall}, look.colors->track, look.px(3));
    list.AddRectFilled(at, {at.x + wide * static_cast<float>(std::clamp(share, 0.0, 1.0)), at.y + tall},
                       look.colors->bar_full, look.px(3));
    ImGui::Dummy({wide, tall + look.px(4)});
}

void timing_section(const Model& model) {
    const Look& look = model.look;
    const GpuStudy& study = model.study;
    const render::NamedGroup group(*ImGui::GetWindowDrawList(), "gpu-time");
    section(look, tr("TIME"));
    if (!study.timing) {
        text(look, tr("Timing…"), {Face::text, size_body, look.colors->muted});
        return;
    }
    const session::GpuTiming& t = *study.timing;
    fact(look, tr_label("kernels"), tr_format("{:.4f} ms", t.median_ms),
         tr_format("median of {} runs by CUDA events; {:.4f} to {:.4f} ms", t.times_ms.size(), t.min_ms, t.max_ms));
    fact(look, tr_label("spread"), tr_format("{:.4f} to {:.4f} ms", t.min_ms, t.max_ms));
    if (study.peaks) {
        const double bytes = t.bytes_per_second(), operations = t.operations_per_second();
        if (t.bytes > 0)
            share_bar(look, tr_label("bandwidth"),
                      tr_format("{:.0f} of {:.0f} GB/s", bytes / 1e9, study.peaks->bytes_per_second / 1e9),
                      bytes / study.peaks->bytes_per_second);
        if (t.float_operations > 0)
            share_bar(look, tr_label("float operations"),
                      tr_format("{:.2f} of {:.1f} TFLOP/s", operations / 1e12,
                                study.peaks->float_operations_per_second / 1e12),
                      operations / study.peaks->float_operations_per_second);
    }
    if (t.integer_operations)
        fact(look, tr_label("integer operations"), tr_format("{:.2f} TOP/s", t.integer_operations_per_second() / 1e12),
             tr("Arithmetic, logic and shifts of the PTX, addresses included; a multiply-add counts as two"));
    share_bar(look, tr_label("occupancy"), tr_format("{} of {} warps", t.occupancy.warps, t.occupancy.max_warps),
              t.occupancy.share());
    fact(look, tr_label("limited by"), analysis::limit_words(t.occupancy.limit));
    fact(look, tr_label("registers"), tr_format("{} per thread", t.kernel.registers));
    if (t.kept_apart > 0)
        fact(look, tr_label("rounded separately"), tr_format("{} products and sums", t.kept_apart),
             tr("The compiler kept them separate. The driver would fuse some into multiply-adds, which round once and "
                "differ from the emulator; --contract allows that."));
    paragraph(look,
              tr("Bandwidth counts each accessed buffer once. Peaks were measured on this device, with a copy and with "
                 "multiply-adds."),
              {Face::text, size_small, look.colors->muted});
}

std::string sweep_tip(const session::SweepPoint& point, double slowdown) {
    const std::string block = tr_count(point.block.count(), "{} × {} = {} thread", "{} × {} = {} threads",
                                       point.block.x, point.block.y, point.block.count());
    if (!point.launch_error.empty()) return block + "\n" + tr(point.launch_error);
    const std::string time = tr_format("{}\n{:.4f} ms, {:.2f} times the best", block, point.median_ms, slowdown);
    return point.hopeless ? time + tr("\nStopped after one run: far too slow") : time;
}

void draw_sweep(const Model& model, const std::vector<session::SweepPoint>& points, Commands& commands) {
    const Look& look = model.look;
    const SweepGrid grid = sweep_grid(points);
    if (grid.best != nullptr)
        paragraph(look, tr_format("Best: **{} × {}** threads, {:.4f} ms. Bright is fast; the slowest takes {:.1f} "
                                  "times as long. Click a size to use it.",
                                  grid.best->block.x, grid.best->block.y, grid.best->median_ms, grid.slowest));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = look.px(34), top = look.px(34);
    const float room = ImGui::GetContentRegionAvail().x - left;
    // Neither the window height nor GetCursorPosY() changes with scrolling, so the chart keeps its size.
    const float panel = ImGui::GetWindowHeight(), below = panel - ImGui::GetCursorPosY() - top - look.px(8);
    const float tall = below > panel / 2 ? below : 0.8f * panel - top;
    const float side = std::clamp(std::min(room / static_cast<float>(std::max<size_t>(1, grid.columns.size())),
                                           tall / static_cast<float>(std::max<size_t>(1, grid.rows.size()))),
                                  look.px(8), look.px(26));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const auto label = [&](ImVec2 at, const std::string& words) {
        list.AddText(look.fonts.mono, look.px(10), at, look.colors->muted, words.data(), words.data() + words.size());
    };
    label({origin.x + left, origin.y}, tr("block x, threads (across); block y (down)"));
    for (size_t c = 0; c < grid.columns.size(); c += 2)
        label({origin.x + left + static_cast<float>(c) * side, origin.y + top - look.px(16)},
              std::to_string(grid.columns[c]));
    for (size_t r = 0; r < grid.rows.size(); ++r)
        label({origin.x, origin.y + top + static_cast<float>(r) * side + side / 2 - look.px(6)},
              std::to_string(grid.rows[r]));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (size_t i = 0; i < grid.cells.size(); ++i) {
        const SweepGrid::Cell& cell = grid.cells[i];
        if (cell.point == nullptr) continue;
        const ImVec2 min{origin.x + left + static_cast<float>(i % grid.columns.size()) * side,
                         origin.y + top + static_cast<float>(i / grid.columns.size()) * side};
        const ImVec2 max{min.x + side - 1, min.y + side - 1};
        if (cell.slowdown == 0) {
            list.AddRect(min, max, look.colors->line);
        } else {
            const double t = grid.slowest <= 1 ? 0 : std::log(cell.slowdown) / std::log(grid.slowest);
            const render::Color color = render::palette::heat(1 - t);
            list.AddRectFilled(min, max, IM_COL32(color.r, color.g, color.b, 255));
        }
        if (cell.point == grid.best) {
            list.AddRect({min.x - 1, min.y - 1}, {max.x + 1, max.y + 1}, IM_COL32(0, 0, 0, 255), 0, 0, look.px(4));
            list.AddRect({min.x - 1, min.y - 1}, {max.x + 1, max.y + 1}, IM_COL32(86, 180, 233, 255), 0, 0, look.px(2));
        }
        if (ImGui::IsWindowHovered() && mouse.x >= min.x && mouse.x < max.x && mouse.y >= min.y && mouse.y < max.y) {
            tooltip(look, sweep_tip(*cell.point, cell.slowdown));
            if (cell.slowdown > 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
                commands.push_back(SetBlock{Axis::x, cell.point->block.x, "sweep"});
                commands.push_back(SetBlock{Axis::y, cell.point->block.y, "sweep"});
                commands.push_back(EndGesture{});
            }
        }
    }
    const ImVec2 end{origin.x + left + side * static_cast<float>(grid.columns.size()),
                     origin.y + top + side * static_cast<float>(grid.rows.size())};
    record_area("block sizes", origin, end);
    ImGui::Dummy({end.x - origin.x, end.y - origin.y + look.px(4)});
}

void sweep_section(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const GpuStudy& study = model.study;
    const render::NamedGroup group(*ImGui::GetWindowDrawList(), "gpu-block-sizes");
    section(look, tr("BLOCK SIZES"));
    if (study.running == GpuTask::sweep) {
        paragraph(look, tr_format("Timed {} of {} block sizes…", study.done, study.total));
        return;
    }
    if (study.sweep) {
        draw_sweep(model, *study.sweep, commands);
        return;
    }
    paragraph(look,
              model.result->variant().block_dimensions == 0
                  ? tr("This variant sets its own block size, so there is nothing to sweep.")
              : !study.swept_by_itself
                  ? tr("Not swept: the emulator has checked your kernel only with the current block size, and it may "
                       "fail with another. Start with --device gpu to sweep anyway.")
                  : tr("Waiting for the other measurements."),
              {Face::text, size_body, look.colors->muted});
}

void draw_blocks(const Model& model, const session::Recording& recording) {
    const Look& look = model.look;
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const std::vector<instrument::BlockTime>& times = recording.readings.blocks;
    BlockPicture& picture = *model.block_picture;
    // Whole screen pixels keep bars sharp.
    const auto columns =
        static_cast<uint32_t>(std::max(1.0f, (ImGui::GetContentRegionAvail().x - look.px(8)) * density));
    const float share = look.px(150) * density / static_cast<float>(std::max(1, recording.multiprocessors));
    const auto row = static_cast<uint32_t>(std::clamp(share, 1.0f, look.px(10) * density));
    picture.show(model.study.recording, columns, row);
    const BlockLanes& lanes = picture.lanes();
    if (lanes.multiprocessors.empty() || lanes.end_ns == 0) return;
    const ImVec2 size{static_cast<float>(columns) / density,
                      static_cast<float>(row * lanes.multiprocessors.size()) / density};
    ImGui::Image(static_cast<ImTextureID>(picture.texture()), size);
    record_area("blocks over time", origin, {origin.x + size.x, origin.y + size.y});
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto lane = static_cast<size_t>((mouse.y - origin.y) * density / static_cast<float>(row));
        const auto column = static_cast<uint32_t>((mouse.x - origin.x) * density);
        if (const float held = picture.held_at(lane, column); held > 0)
            tooltip(look, tr_format("{:.1f} blocks at a time on multiprocessor {}", held, lanes.multiprocessors[lane]));
        if (const auto block = picture.block_at(lane, column))
            tooltip(look, tr_format("block {} on multiprocessor {}: {:.1f} to {:.1f} µs", *block,
                                    lanes.multiprocessors[lane], static_cast<double>(times[*block].start_ns) / 1e3,
                                    static_cast<double>(times[*block].end_ns) / 1e3));
    }
    ImGui::Dummy({0, look.px(2)});
    if (picture.crowded())
        paragraph(look,
                  tr_format("Blocks are too short for bars of their own. Brighter means more blocks at a time on a "
                            "multiprocessor, at most {:.1f}.",
                            picture.max_held()),
                  {Face::text, size_small, look.colors->muted});
    paragraph(look,
              tr_format("{} blocks on {} of {} multiprocessors (down), over {:.1f} µs (across). Probes slow the kernel "
                        "down: {:.4f} ms without them, {:.4f} ms with.",
                        times.size(), lanes.multiprocessors.size(), recording.multiprocessors,
                        static_cast<double>(lanes.end_ns) / 1e3, recording.plain_ms, recording.recorded_ms),
              {Face::text, size_small, look.colors->muted});
}

void recording_section(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const GpuStudy& study = model.study;
    const render::NamedGroup group(*ImGui::GetWindowDrawList(), "gpu-hardware");
    section(look, tr("MEASURED ON THE HARDWARE"));
    if (!model.result->not_emulated.empty()) {
        paragraph(look,
                  tr("**The emulator cannot run this kernel**, so there is nothing to compare its probes with. ") +
                      tr(model.result->not_emulated));
        return;
    }
    ImGui::PushID("overlays from");
    if (pill(look, tr_label("emulator"), !study.overlays, tr("Overlays and numbers from the emulator")))
        commands.push_back(ShowRecording{false});
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("GPU"), study.overlays,
             tr("Owners, divergence and sectors, recorded on the GPU by probes in the kernel")))
        commands.push_back(ShowRecording{true});
    ImGui::PopID();
    if (!study.recording) {
        paragraph(look,
                  tr("Probes in the kernel record which lanes ran, the sectors they touched, the writer of each cell, "
                     "and when and where each block ran."),
                  {Face::text, size_body, look.colors->muted});
        return;
    }
    const session::Recording::Differences& apart = study.recording->differences;
    if (apart.none())
        paragraph(look, tr("**Same as the emulator**: owner of every cell, divergence of every warp, sectors."));
    else
        paragraph(
            look,
            tr_format("**{}**: {} cells with a different owner, {} warps with different divergence; sectors {} and {}.",
                      study.recording->is_order_dependent ? tr("Depends on the thread order")
                      : study.recording->agrees()         ? tr("The emulator also counts accesses without probes")
                                                          : tr("Differs from the emulator"),
                      grouped(apart.owners), grouped(apart.warps), grouped(apart.gpu_sectors),
                      grouped(apart.emulator_sectors)));
    if (!study.recording->agrees())
        paragraph(look,
                  tr_format("With overlays from the GPU, the overlay differences ({}) shows the cells.",
                            key_text(render::Overlay::differences)),
                  {Face::text, size_small, look.colors->muted});
    if (study.recording->is_order_dependent && !apart.none())
        paragraph(look,
                  tr("Threads act on results of atomics or wait for each other, so stores and divergence may differ "
                     "from run to run."),
                  {Face::text, size_small, look.colors->muted});
    for (const Message& note : study.recording->instrumented.notes)
        paragraph(look, tr(note), {Face::text, size_small, look.colors->muted});
    draw_blocks(model, *study.recording);
}

std::string counter_text(const exporting::ComparedCounter& counter, std::string_view device) {
    if (constexpr std::string_view maker = "NVIDIA "; device.starts_with(maker)) device.remove_prefix(maker.size());
    const std::string emulator = grouped(counter.emulator), hardware = grouped(counter.hardware);
    const bool is_equal = counter.emulator == counter.hardware;
    std::string counts = is_equal ? tr_format("{}, as measured on the {}", emulator, device)
                                  : tr_format("{} here · {} on the {}", emulator, hardware, device);
    if (counter.name == "divergent branches")
        counts =
            is_equal
                ? tr_format("{} in the PTX · {}, as measured on the {}", grouped(counter.now), emulator, device)
                : tr_format("{} in the PTX · {} here · {} on the {}", grouped(counter.now), emulator, hardware, device);
    return counter.reason.empty() ? counts : tr_format("{}: {}", counts, tr(counter.reason));
}

void stored_section(const Model& model) {
    const std::string& chosen = model.preferences->peaks;
    const exporting::HardwareCounters* stored =
        exporting::stored_hardware_counters(chosen.empty() ? model.live.device : chosen);
    if (stored == nullptr || !model.result) return;
    struct Rows {
        std::vector<exporting::ComparedCounter> rows;
    };
    const auto compare = [&] { return Rows{exporting::compare_with_hardware(*stored, *model.result)}; };
    const std::vector<exporting::ComparedCounter>& rows =
        model.result->derived.newest<Rows>({fnv1a(stored->device)}, compare)->rows;
    const Look& look = model.look;
    section(look, tr("HARDWARE COUNTERS"));
    const TextStyle muted{Face::text, size_small, look.colors->muted};
    if (rows.empty()) {
        paragraph(look, tr("No stored measurement for these settings."), muted);
        return;
    }
    float column = 0;
    for (const exporting::ComparedCounter& counter : rows)
        column = std::max(column, fact_column(look, tr(counter.name)));
    for (const exporting::ComparedCounter& counter : rows)
        fact(look, Label{tr(counter.name), counter.name}, counter_text(counter, stored->device), {}, column);
    const auto row = std::ranges::find(rows, "divergent branches", &exporting::ComparedCounter::name);
    const std::string branches =
        row == rows.end() || row->now == 0
            ? ""
            : tr_count(row->now, " Of the PTX's {} divergent branch, the machine code keeps {}.",
                       " Of the PTX's {} divergent branches, the machine code keeps {}.", grouped(row->now),
                       grouped(row->emulator));
    paragraph(look,
              // Translators: date, device, driver version
              tr_format("Measured on {} with {}, driver {}.", stored->date, stored->device, stored->driver) + branches +
                  tr(" The page on hardware counters in the documentation explains differences."),
              muted);
}

} // namespace

void gpu_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const GpuStudy& study = model.study;
    if (model.live.lost) {
        begin_box(look, "gpu lost", BoxKind::error);
        paragraph(look, tr("**The GPU cannot be used until Warpscope restarts.** ") + tr(study.unavailable_reason),
                  {Face::text, size_body, look.colors->error_text});
        if (!study.cause.empty()) paragraph(look, tr(study.cause), {Face::text, size_body, look.colors->error_text});
        end_box();
        ImGui::Dummy({0, look.px(4)});
        if (main_button(look, tr_label("Restart with this scene", "##gpu"))) commands.push_back(Restart{});
        return;
    }
    if (!study.unavailable_reason.empty()) {
        const render::NamedGroup group(*ImGui::GetWindowDrawList(), "gpu-words");
        paragraph(look,
                  tr_format("**No GPU here**: {}. With an NVIDIA GPU this tab times the kernel, finds the best block "
                            "size, and records on the hardware what the emulator models.",
                            tr(study.unavailable_reason)),
                  {Face::text, size_body, look.colors->muted});
        stored_section(model);
        gpu_sketch(look);
        return;
    }
    if (!model.result) {
        text(look, tr("There is no run yet."), {Face::text, size_body, look.colors->muted});
        return;
    }
    if (study.is_untrusted) {
        paragraph(look, tr("**Not run on the GPU**: this kernel, its source or its PTX came with a scene. Start "
                           "Warpscope with --device gpu to run it there."));
        return;
    }
    if (model.live.kept_off) {
        begin_box(look, "gpu kept off", BoxKind::note);
        paragraph(look, tr_format("**Not run on the GPU**: {}. It would make the GPU unusable until Warpscope "
                                  "restarts; an endless loop would hang it.",
                                  tr(model.live.why)));
        end_box();
        ImGui::Dummy({0, look.px(4)});
        if (main_button(look, tr_label("Run it on the GPU anyway", "##gpu"))) commands.push_back(InsistOnGpu{});
        return;
    }
    if (!study.problem.empty()) {
        begin_box(look, "gpu problem", BoxKind::error);
        paragraph(look, tr(study.problem), {Face::text, size_body, look.colors->error_text});
        end_box();
    }
    const bool wide = ImGui::GetContentRegionAvail().x > look.px(900);
    if (!wide) {
        timing_section(model);
        sweep_section(model, commands);
        recording_section(model, commands);
        stored_section(model);
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {look.px(10), 0});
    if (ImGui::BeginTable("gpu columns", 3, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextColumn();
        timing_section(model);
        ImGui::TableNextColumn();
        sweep_section(model, commands);
        ImGui::TableNextColumn();
        recording_section(model, commands);
        stored_section(model);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
