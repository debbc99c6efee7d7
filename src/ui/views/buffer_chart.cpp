#include "ui/views/buffer_chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "catalog/formula.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

namespace {

constexpr uint64_t max_bars = 65536, max_numbers = 4;
const ImU32 selected_color = render::packed(render::palette::thread);

const catalog::BufferSpec* spec_of(const session::RunResult& result, const render::Content& content) {
    if (!result.request.experiment) return nullptr;
    const auto& buffers = result.variant().buffers;
    const uint32_t buffer = render::buffer_of(result, content);
    return buffer < buffers.size() ? &buffers[buffer] : nullptr;
}

std::optional<uint64_t> selected_cell(const Model& model, const render::Content& content) {
    const auto place = render::selected_place(*model.result, content, model.selection);
    return place ? render::index_at(*model.result, content, *place) : std::nullopt;
}

HostBuffer newest_contents(const session::RunResult& result, const render::Content& content, const SharedBytes& live) {
    HostBuffer buffer = render::contents_of(result, content);
    const bool of_output = render::buffer_of(result, content) == result.prepared.output_buffer;
    if (live && of_output && live->size() == buffer.layout.bytes()) buffer.bytes = live;
    return buffer;
}

std::string tick_text(double value) {
    return std::abs(value) >= 1 && value == std::floor(value) && std::abs(value) < 1e15
               ? (value < 0 ? "-" : "") + grouped(static_cast<uint64_t>(std::abs(value)))
               : fmt::format("{:.4g}", value);
}

std::string derived_text(const session::RunResult& result, const catalog::BufferSpec* spec, const HostBuffer& buffer) {
    if (spec == nullptr || spec->derived.empty()) return {};
    const auto name = [&](std::string_view wanted) -> std::optional<double> {
        for (const catalog::Parameter& p : result.variant().parameters)
            if (p.name == wanted) {
                const auto chosen = result.request.settings.values.find(p.name);
                return chosen == result.request.settings.values.end() ? p.initial : chosen->second;
            }
        return std::nullopt;
    };
    const auto element = [&](std::string_view wanted, uint64_t index) -> std::optional<double> {
        if (wanted != spec->name || index >= buffer.layout.elements()) return std::nullopt;
        return element_as_double(buffer.bytes->data(), buffer.layout.type, index);
    };
    const auto value = catalog::evaluate_formula(spec->derived, name, element);
    return value ? fmt::format("{} {:.5g}", tr_course(spec->derived_title), *value) : std::string();
}

void label(const Look& look, Face face, float size, ImVec2 at, ImU32 color, const std::string& words) {
    ImGui::GetWindowDrawList()->AddText(look.font(face), look.px(size), {std::round(at.x), std::round(at.y)}, color,
                                        words.data(), words.data() + words.size());
    record_text(words);
}

} // namespace

std::vector<Form> forms_of(const session::RunResult& result, const render::Content& content) {
    std::vector<Form> forms{Form::cells};
    if (content.space == render::Space::launch || content.space == render::Space::matrices) return forms;
    const BufferLayout& layout = render::layout_of(result, content);
    if (layout.channels != 1) return forms;
    if (layout.shape.height == 1 && layout.shape.depth == 1 && layout.shape.width > 1 && layout.shape.width <= max_bars)
        forms.push_back(Form::bars);
    if (layout.shape.cells() <= max_numbers) forms.push_back(Form::number);
    return forms;
}

Form form_of(const session::RunResult& result, const render::Content& content, Form chosen) {
    const std::vector<Form> forms = forms_of(result, content);
    const auto possible = [&](Form form) { return std::find(forms.begin(), forms.end(), form) != forms.end(); };
    if (chosen != Form::automatic) return possible(chosen) ? chosen : Form::cells;
    const catalog::BufferSpec* spec = spec_of(result, content);
    if (spec != nullptr && spec->view == "bars" && possible(Form::bars)) return Form::bars;
    if (spec != nullptr && !spec->view.empty()) return Form::cells;
    if (possible(Form::number)) return Form::number;
    const catalog::Variant& variant = result.variant();
    const bool is_own = !variant.launch_title.empty() || result.request.experiment->guesses.contains(variant.name);
    const bool adds_up = content.space == render::Space::output && result.prepared.adds_up;
    return is_own && adds_up && possible(Form::bars) ? Form::bars : Form::cells;
}

const char* form_title(Form form) {
    switch (form) {
    case Form::bars: return tr("As bars");
    case Form::number: return tr("As a number");
    case Form::cells:
    case Form::automatic: break;
    }
    return tr("As cells");
}

std::vector<double> round_ticks(double low, double high, int max_count) {
    std::vector<double> ticks;
    if (!(high > low) || max_count < 1) return ticks;
    const double rough = (high - low) / max_count, magnitude = std::pow(10.0, std::floor(std::log10(rough)));
    double step = magnitude;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        step = factor * magnitude;
        if (step >= rough * (1 - 1e-9)) break;
    }
    for (double tick = std::ceil(low / step - 1e-9) * step; tick <= high + step * 1e-6; tick += step)
        ticks.push_back(std::abs(tick) < step * 1e-6 ? 0.0 : tick);
    return ticks;
}

BarChart bar_chart(const session::RunResult& result, const render::Content& content, const SharedBytes& live) {
    BarChart chart;
    const HostBuffer buffer = newest_contents(result, content, live);
    const catalog::BufferSpec* spec = spec_of(result, content);
    chart.name = insight::parameter_of(result, content);
    if (spec != nullptr) chart.unit = tr_course_unit(many_units, spec->unit);
    if (spec != nullptr)
        for (const std::string& label : spec->labels) chart.labels.emplace_back(tr_course(label));
    double low = 0, high = 0;
    if (buffer.bytes)
        for (uint64_t i = 0; i < buffer.layout.elements(); ++i) {
            const double value = element_as_double(buffer.bytes->data(), buffer.layout.type, i);
            chart.values.push_back(std::isfinite(value) ? value : 0);
            low = std::min(low, chart.values.back());
            high = std::max(high, chart.values.back());
        }
    if (low == high) high = low + 1;
    chart.ticks = round_ticks(low, high, 5);
    chart.low = low;
    chart.high = high;
    for (const double tick : round_ticks(0, static_cast<double>(chart.values.size()) - 1, 8))
        if (tick == std::floor(tick)) chart.index_ticks.push_back(static_cast<uint64_t>(tick));
    return chart;
}

namespace {

/// Fits the axis to the moment's values, often too small for the result's.
void scale_to_values(BarChart& chart) {
    double high = 5, low = 0, largest = 0;
    for (const double value : chart.values) {
        largest = std::max(largest, value);
        low = std::min(low, value);
    }
    for (int k = 0; largest > high; ++k) high *= k % 3 == 2 ? 2.5 : 2;
    chart.low = low;
    chart.high = high;
    chart.ticks = round_ticks(low, high, 5);
}

} // namespace

std::optional<uint64_t> draw_bars(const Model& model, const render::Content& content, const SharedBytes& live,
                                  const render::HeatField* heat, ImVec2 min, ImVec2 max) {
    const Look& look = model.look;
    const insight::MomentCells::Buffer* const now = insight::accesses_to(model.moment.get(), *model.result, content);
    BarChart chart = bar_chart(*model.result, content, now == nullptr ? live : nullptr);
    if (now != nullptr) {
        const BufferLayout& layout =
            model.result->prepared.plan.buffers[render::buffer_of(*model.result, content)].layout;
        for (const auto& [cell, bytes] : now->values)
            for (uint32_t k = 0; k < layout.channels && cell * layout.channels + k < chart.values.size(); ++k)
                chart.values[cell * layout.channels + k] = element_as_double(bytes.data(), layout.type, k);
    }
    if (chart.values.empty()) return std::nullopt;
    const bool alone = now != nullptr && now->alone;
    if (alone) scale_to_values(chart);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float axis = 0;
    for (const double tick : chart.ticks)
        axis = std::max(axis, look.measure(Face::mono, size_small, tick_text(tick)).x);
    const float left = min.x + axis + look.px(26), right = max.x - look.px(18);
    const float top = min.y + look.px(48), bottom = max.y - look.px(52);
    const auto count = static_cast<float>(chart.values.size());
    if (right - left < look.px(40) || bottom - top < look.px(40)) return std::nullopt;
    const auto y_of = [&](double value) {
        return bottom - static_cast<float>((value - chart.low) / (chart.high - chart.low)) * (bottom - top);
    };
    for (const double tick : chart.ticks) {
        const float y = std::round(y_of(tick));
        list.AddLine({left, y}, {right, y}, tick == 0 ? look.colors->muted : look.colors->line, look.px(1));
        const std::string words = tick_text(tick);
        const ImVec2 size = look.measure(Face::mono, size_small, words);
        label(look, Face::mono, size_small, {left - size.x - look.px(8), y - size.y / 2}, look.colors->muted, words);
    }
    const float step = (right - left) / count, gap = step > look.px(4) ? look.px(1) : 0;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::optional<uint64_t> under;
    const bool inside = mouse.x >= left && mouse.x < right && mouse.y >= min.y && mouse.y < max.y;
    if (inside) under = std::min<uint64_t>(static_cast<uint64_t>((mouse.x - left) / step), chart.values.size() - 1);
    const std::optional<uint64_t> selected = selected_cell(model, content);
    for (size_t i = 0; i < chart.values.size(); ++i) {
        const float x = left + step * static_cast<float>(i);
        const float from = y_of(0), to = y_of(chart.values[i]);
        const ImVec2 low{x, std::min(from, to)};
        const ImVec2 high{std::max(x + step - gap, x + 1), std::max(from, to)};
        if (selected == i)
            list.AddRectFilled({low.x, top}, {high.x, bottom}, (selected_color & 0xffffffu) | 0x48000000u);
        ImU32 color = look.colors->bar_full;
        if (heat != nullptr) {
            const auto level = heat->color_at(render::place_of(*model.result, content, i));
            color = level ? render::packed(*level) : look.colors->track;
        }
        list.AddRectFilled(low, high, selected == i && heat == nullptr ? selected_color : color);
        if (heat != nullptr && step > look.px(8)) // bright bars are hard to see on white
            list.AddRect(low, high, look.colors->line_strong, 0, 0, std::max(1.0f, look.px(1)));
    }
    for (const uint64_t tick : chart.index_ticks) {
        const std::string words = tick < chart.labels.size() ? chart.labels[tick] : std::to_string(tick);
        const ImVec2 size = look.measure(Face::mono, size_small, words);
        const float x = left + step * (static_cast<float>(tick) + 0.5f);
        list.AddLine({x, bottom}, {x, bottom + look.px(4)}, look.colors->muted, look.px(1));
        label(look, Face::mono, size_small, {x - size.x / 2, bottom + look.px(7)}, look.colors->muted, words);
    }
    const std::string unit = chart.unit.empty() ? "" : " " + chart.unit;
    const std::string title =
        selected && alone ? tr_format("{}[{}] = {}{}, from this block only", chart.name, *selected,
                                      tick_text(chart.values[*selected]), unit)
        : selected ? fmt::format("{}[{}] = {}{}", chart.name, *selected, tick_text(chart.values[*selected]), unit)
        : alone    ? tr_format("{}: sum of block {} only", chart.name, model.moment->moment.block)
        : chart.unit.empty()
            ? tr_count(chart.values.size(), "{}, {} bar", "{}, {} bars", chart.name, chart.values.size())
            : tr_count(chart.values.size(), "{}: {} in each of {} group", "{}: {} in each of {} groups", chart.name,
                       chart.unit, chart.values.size());
    label(look, Face::strong, size_body, {left, min.y + look.px(16)}, look.colors->text, title);
    return under;
}

std::optional<uint64_t> draw_numbers(const Model& model, const render::Content& content, const SharedBytes& live,
                                     ImVec2 min, ImVec2 max) {
    const Look& look = model.look;
    const insight::MomentCells::Buffer* const now = insight::accesses_to(model.moment.get(), *model.result, content);
    HostBuffer buffer = newest_contents(*model.result, content, now == nullptr ? live : nullptr);
    if (!buffer.bytes) return std::nullopt;
    if (now != nullptr) {
        auto bytes = std::make_shared<Bytes>(*buffer.bytes);
        for (const auto& [cell, own] : now->values)
            std::ranges::copy(own, bytes->begin() + static_cast<std::ptrdiff_t>(cell * buffer.layout.cell_bytes()));
        buffer.bytes = std::move(bytes);
    }
    const catalog::BufferSpec* spec = spec_of(*model.result, content);
    BufferLayout layout = buffer.layout;
    layout.name = insight::parameter_of(*model.result, content);
    const uint64_t count = layout.shape.cells();
    const float height = (max.y - min.y) / static_cast<float>(count);
    const std::optional<uint64_t> selected = selected_cell(model, content);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::optional<uint64_t> under;
    for (uint64_t cell = 0; cell < count; ++cell) {
        const float top = min.y + height * static_cast<float>(cell);
        const std::string name = count == 1 ? layout.name : cell_name(layout, cell),
                          value = insight::cell_text(buffer, cell);
        float size = std::min(64.0f, height / look.scale * 0.4f);
        while (size > 14 && look.measure(Face::mono_strong, size, value).x > (max.x - min.x) * 0.86f) size -= 2;
        const ImVec2 extent = look.measure(Face::mono_strong, size, value);
        const ImVec2 name_extent = look.measure(Face::mono, size_title, name);
        const float middle = (min.x + max.x) / 2, gap = look.px(6);
        const float y = top + (height - extent.y - name_extent.y - gap) / 2;
        if (mouse.x >= min.x && mouse.x < max.x && mouse.y >= top && mouse.y < top + height) under = cell;
        const std::string derived = derived_text(*model.result, spec, buffer);
        const bool has_unit = derived.empty() && spec != nullptr && !spec->unit.empty();
        const std::string last = has_unit ? std::string(tr_course_unit(many_units, spec->unit)) : derived;
        const Face face = has_unit ? Face::text : Face::strong;
        const float type = has_unit ? size_body : size_large;
        const ImVec2 last_extent = last.empty() ? ImVec2{} : look.measure(face, type, last);
        const float value_end = y + name_extent.y + gap + extent.y;
        const float last_top = value_end + look.px(has_unit ? 4 : 10);
        if (selected == cell) {
            const float half = std::max({extent.x, name_extent.x, last_extent.x}) / 2 + look.px(16);
            const ImVec2 low{middle - half, y - look.px(8)},
                high{middle + half, (last.empty() ? value_end : last_top + last_extent.y) + look.px(8)};
            ImGui::GetWindowDrawList()->AddRect(low, high, selected_color, look.px(8), 0, look.px(2));
            record_area("selected number", low, high);
        }
        label(look, Face::mono, size_title, {middle - name_extent.x / 2, y}, look.colors->muted, name);
        label(look, Face::mono_strong, size, {middle - extent.x / 2, y + name_extent.y + gap}, look.colors->text,
              value);
        if (last.empty()) continue;
        const ImVec2 last_at{middle - last_extent.x / 2, last_top};
        label(look, face, type, last_at, has_unit ? look.colors->muted : look.colors->text, last);
        record_area(fmt::format("number unit {}", cell), last_at,
                    {last_at.x + last_extent.x, last_at.y + last_extent.y});
    }
    return under;
}

} // namespace warpscope::ui
