#include "workbench/paint/paint_feature.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/parse_real.hpp"
#include "workbench/lesson/lesson_view.hpp"
#include "workbench/paint/brush.hpp"

namespace warpscope::workbench {

namespace {

bool is_paintable(const PlannedBuffer& buffer) { return buffer.role == BufferRole::input && buffer.initial; }

std::optional<uint32_t> first_input(const session::RunResult& run) {
    const std::vector<PlannedBuffer>& buffers = run.prepared.plan.buffers;
    const uint32_t main = run.prepared.input_buffer;
    if (main < buffers.size() && is_paintable(buffers[main])) return main;
    for (uint32_t i = 0; i < buffers.size(); ++i)
        if (is_paintable(buffers[i])) return i;
    return std::nullopt;
}

std::string painting_name(const session::RunResult& run, uint32_t buffer) {
    const std::string& name = run.prepared.plan.buffers[buffer].layout.name;
    const catalog::BufferSpec* const main = catalog::main_input(run.variant());
    return main != nullptr && main->name == name ? std::string() : name;
}

bool are_alike(const session::Request& a, session::Request b) {
    b.input.painting = a.input.painting;
    return is_same_kernel(a, b) && a.settings == b.settings;
}

double short_value(const HostBuffer& buffer, uint64_t element) {
    const std::string text = element_text(buffer.bytes->data(), buffer.layout.type, element);
    double value = 0;
    const auto [end, error] = parse_real(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? value : element_as_double(buffer.bytes->data(), buffer.layout.type, element);
}

} // namespace

bool PaintFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::paint_input: on(SetPainting{!view_.is_on}); return true;
    case Action::unpin:
        if (!view_.is_on) return false;
        on(SetPainting{false});
        return true;
    default: return false;
    }
}

void PaintFeature::reset_view_state() {
    on(SetPainting{false});
    targeted_.reset();
    view_.target.reset();
}

bool PaintFeature::is_refused() {
    if (model_.lesson == nullptr || !model_.lesson->covers()) return false;
    say(false, msg("Hidden until you answer."));
    return true;
}

void PaintFeature::on(const SetPainting& c) {
    redraw_.want(2);
    on(EndStroke{});
    if (!c.on) {
        view_.is_on = false;
        forget_changes();
        return;
    }
    if (window_.page || is_refused()) return;
    follow_run();
    if (!view_.target) {
        say(false, msg("This kernel has no input to paint."));
        return;
    }
    if (!view_.target->refusal.empty()) {
        say(false, view_.target->refusal);
        return;
    }
    view_.is_on = true;
}

void PaintFeature::on(const SetBrush& c) {
    if (c.size && std::ranges::find(brush_sizes, *c.size) != brush_sizes.end()) view_.size = *c.size;
    if (!c.value || !view_.target) return;
    const input::ValueRange range = input::range_of(view_.target->type);
    for (uint32_t channel = 0; channel < view_.target->channels; ++channel) {
        const double wanted = (*c.value)[channel], used = range.nearest(wanted);
        view_.value[channel] = used;
        if (wanted < range.low || wanted > range.high)
            say(false, msg("The brush uses {}: elements of type {} hold {} to {}.", used, name_of(view_.target->type),
                           range.low, range.high));
    }
}

PaintTarget PaintFeature::target_of(const session::RunResult& run, uint32_t buffer) const {
    const PlannedBuffer& planned = run.prepared.plan.buffers[buffer];
    const BufferLayout& layout = planned.layout;
    PaintTarget target{buffer,
                       layout.name,
                       layout.type,
                       layout.channels,
                       0,
                       is_floating(layout.type) ? 1.0 : 255.0,
                       input::refusal_to_paint(layout.type, layout.channels)};
    if (!target.refusal.empty() || layout.channels != 1 || layout.type == ElementType::u8) return target;
    constexpr uint64_t few = uint64_t{1} << 16; // keeps frames short
    const uint64_t cells = layout.shape.cells();
    for (uint64_t cell = 0; cell < std::min(cells, few); ++cell) {
        const double value = element_as_double(planned.initial->data(), layout.type, cell);
        if (!std::isfinite(value)) continue;
        target.low = std::min(target.low, value);
        target.high = std::max(target.high, value);
    }
    const input::ValueRange range = input::range_of(layout.type);
    target.high = std::min(target.high, range.high);
    return target;
}

void PaintFeature::set_target(const session::RunResult& run, uint32_t buffer) {
    const std::optional<PaintTarget> before = std::move(view_.target);
    view_.target = target_of(run, buffer);
    const auto [type, channels] =
        before ? std::pair(before->type, before->channels) : std::pair(ElementType::u8, input::max_painted_channels);
    if (type != view_.target->type || channels != view_.target->channels)
        view_.value =
            input::converted_value(view_.value, {"", type, channels, {}}, view_.target->type, view_.target->channels);
    if (!before || before->name != view_.target->name || before->type != view_.target->type) return;
    view_.target->low = std::min(before->low, view_.target->low);
    view_.target->high = std::max(before->high, view_.target->high);
}

void PaintFeature::follow_run() {
    const RunPtr& run = document_.shown;
    if (run == targeted_) return;
    targeted_ = run;
    std::optional<uint32_t> buffer;
    if (run) {
        const std::vector<PlannedBuffer>& buffers = run->prepared.plan.buffers;
        for (uint32_t i = 0; i < buffers.size() && view_.target; ++i)
            if (buffers[i].layout.name == view_.target->name && is_paintable(buffers[i])) buffer = i;
        if (!buffer) buffer = first_input(*run);
    }
    if (buffer)
        set_target(*run, *buffer);
    else
        view_.target.reset();
}

std::optional<PaintFeature::Stroke> PaintFeature::begin_stroke(const RunPtr& run, const PaintTo& c) {
    const std::optional<render::Part> part = part_at(*run, c.content, c.place);
    const std::vector<PlannedBuffer>& buffers = run->prepared.plan.buffers;
    const uint32_t buffer = part ? insight::buffer_of(*run, part->content) : 0;
    if (!part || buffer >= buffers.size() || !is_paintable(buffers[buffer])) {
        if (part || c.content.space == scene::Space::launch)
            say(false, msg("Paint on an input."),
                view_.target ? msg("The brush paints '{}'.", view_.target->name) : Message());
        return std::nullopt;
    }
    set_target(*run, buffer);
    if (!view_.target->refusal.empty()) {
        say(false, view_.target->refusal);
        return std::nullopt;
    }
    keep_baseline(*run);
    const BufferLayout& layout = buffers[buffer].layout;
    return Stroke{c.content, *part,
                  buffer,    {painting_name(*run, buffer), layout.type, layout.channels, {}},
                  c.place,   fmt::format("paint {}", ++strokes_)};
}

void PaintFeature::keep_baseline(const session::RunResult& run) {
    // Keeps the baseline until the result of the last stroke arrives.
    const bool waits = baseline_ && are_alike(baseline_->request, run.request) && !document_.is_of_setup(run);
    if (!waits) baseline_ = Baseline{run.request, run.output};
}

void PaintFeature::on(const PaintTo& c) {
    const RunPtr& run = document_.shown;
    if (!view_.is_on || !run) return;
    if (c.begins) {
        on(EndStroke{});
        if (is_refused()) return;
        const scene::LaunchSetup& setup = scene_.source;
        const session::Request& shown = run->request;
        const bool is_current = shown.experiment->name == setup.experiment && shown.variant == setup.variant &&
                                shown.input.without_painting() == setup.input.without_painting();
        if (!is_current) return;
        stroke_ = begin_stroke(run, c);
    }
    if (!stroke_ || stroke_->content != c.content) return;
    const std::vector<uint64_t> cells = cells_along(*run, stroke_->part, stroke_->last, c.place, view_.size);
    stroke_->last = c.place;
    if (cells.empty()) return;
    scene::LaunchSetup next = scene_.source;
    auto painting = next.input.painting.with(stroke_->like, cells, view_.value);
    if (!painting) {
        if (!is_full_)
            say(false, msg("The painting is full: scenes hold {} runs of cells.", input::max_painted_runs),
                msg("Undo a stroke, or reset the input."));
        is_full_ = true;
        return;
    }
    next.input.painting = painted_ = std::move(*painting);
    view_.pending.push_back({stroke_->buffer, cells, view_.value});
    document_.choose(next, stroke_->gesture);
    redraw_.want(2);
}

void PaintFeature::on(const EndStroke&) {
    if (!stroke_) return;
    stroke_.reset();
    is_full_ = false;
    document_.history.end_gesture();
}

void PaintFeature::on(const PickValue& c) {
    const RunPtr& run = document_.shown;
    if (!run || !view_.target) return;
    const auto part = part_at(*run, c.content, c.place);
    const auto cell = part ? cell_at(*run, *part, c.place) : std::nullopt;
    if (!cell) return;
    const HostBuffer values = insight::contents_of(*run, part->content);
    const uint32_t channels = values.layout.channels;
    if (!values.bytes || channels > input::max_painted_channels) return;
    input::CellValue value{};
    for (uint32_t channel = 0; channel < channels; ++channel)
        value[channel] = short_value(values, *cell * channels + channel);
    view_.value = input::converted_value(value, {"", values.layout.type, channels, {}}, view_.target->type,
                                         view_.target->channels);
    redraw_.want(2);
}

void PaintFeature::on(const ResetInput&) {
    on(EndStroke{});
    scene::LaunchSetup next = scene_.source;
    next.input.painting = {};
    document_.choose(next, "");
}

void PaintFeature::forget_changes() {
    baseline_.reset();
    compared_.reset();
    view_.changed_in.reset();
    view_.changed.reset();
}

void PaintFeature::compare_runs() {
    const RunPtr& run = document_.shown;
    const bool is_after = baseline_ && run && run->request.input.painting == painted_ && document_.is_of_setup(*run) &&
                          are_alike(baseline_->request, run->request);
    if (!is_after) {
        compared_.reset();
        view_.changed_in.reset();
        view_.changed.reset();
        return;
    }
    if (run == compared_) return;
    compared_ = run;
    is_comparing_ = true;
    worker_.post([this, run, before = baseline_->output]() -> Worker::Finish {
        auto made = insight::changed_cells(*run, scene::Space::output, before);
        return [this, run, made = std::move(made)] {
            is_comparing_ = false;
            if (compared_ != run) return;
            view_.changed_in = run;
            view_.changed = made;
            redraw_.want(2);
        };
    });
}

void PaintFeature::update() {
    follow_run();
    const RunPtr& run = document_.shown;
    const input::Paintings& painting = scene_.source.input.painting;
    if (!view_.pending.empty() && (painting != painted_ || !run || document_.is_of_setup(*run))) view_.pending.clear();
    view_.painted_cells = painting.cells();
    if (view_.is_on) compare_runs();
}

} // namespace warpscope::workbench
