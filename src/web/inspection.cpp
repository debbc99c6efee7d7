#include "web/inspection.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <emscripten/emscripten.h>
#include <nlohmann/json.hpp>

#include "export/report.hpp"
#include "ui/imgui/test_hooks.hpp"

namespace warpscope::web {
namespace {

const ui::App* inspected = nullptr;
std::unique_ptr<ui::Recorder> recorder;
std::vector<double> frames; // times of frames since the last inspection
std::string answer;         // valid until the next request

const char* reply(const nlohmann::ordered_json& json) {
    answer = json.dump();
    return answer.c_str();
}

} // namespace

void begin_inspection(const ui::App& app) {
    inspected = &app;
    if (recorder) recorder->begin_frame();
}

void note_shown_frame(double seconds) {
    constexpr size_t max = 10000;
    if (frames.size() < max) frames.push_back(seconds);
}

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* warpscope_state() {
    nlohmann::ordered_json state{{"settled", false}};
    if (inspected == nullptr) return reply(state);
    const ui::Model& model = inspected->model();
    state["settled"] = inspected->settled();
    state["has_result"] = model.result != nullptr;
    if (model.result) state["total_ms"] = model.result->timing.total_ms;
    if (model.failure) state["failure"] = model.failure->text();
    if (model.partial) state["shown_share"] = *model.partial; // of a new picture that is not measured yet
    state["has_pin"] = model.selection.pinned;
    state["pixels_per_cell"] = model.camera.pixels_per_cell;
    std::vector<double> sorted = frames;
    std::ranges::sort(sorted);
    frames.clear();
    state["frames"] = {{"count", sorted.size()},
                       {"median_ms", sorted.empty() ? 0 : sorted[sorted.size() / 2] * 1e3},
                       {"longest_ms", sorted.empty() ? 0 : sorted.back() * 1e3}};
    return reply(state);
}

EMSCRIPTEN_KEEPALIVE const char* warpscope_report() {
    if (inspected == nullptr || !inspected->model().result) return reply(nullptr);
    return reply(exporting::report(*inspected->model().result));
}

/// Returns [left, top, right, bottom] of the item with this visible label or text after ##, or null.
EMSCRIPTEN_KEEPALIVE const char* warpscope_find(const char* label) {
    if (!recorder) recorder = std::make_unique<ui::Recorder>();
    const auto item = recorder->find_shown(label);
    if (!item) return reply(nullptr);
    return reply({item->min.x, item->min.y, item->max.x, item->max.y});
}

/// Returns {"labels": [...], "text": "..."} of the last frame.
EMSCRIPTEN_KEEPALIVE const char* warpscope_items() {
    if (!recorder) recorder = std::make_unique<ui::Recorder>();
    return reply({{"labels", recorder->labels()}, {"text", recorder->text()}});
}

} // extern "C"

} // namespace warpscope::web
