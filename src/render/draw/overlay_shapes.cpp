#include "render/draw/part_shapes.hpp"

#include <tuple>

namespace warpscope::render {

void PartShapes::draw() {
    const bool launch = state_.space == Space::launch;
    const Grays gray = grays(state_.theme.dark);
    const float under_heat = part_.heat != nullptr ? plain_strength(state_) : 1.0f;
    begin("ground");
    if (launch)
        fill(plain("launched", faded(gray.unowned, 1)), [&](int64_t x, int64_t y) { return key(x, y) != 0 ? 1u : 0u; });
    if (part_.picture != nullptr) draw_picture(picture_strength(&result_, state_) * under_heat);
    if (part_.heat != nullptr) draw_heat();
    draw_frame(gray);
    draw_late(gray);
    draw_marks(gray);
    draw_focus(gray);
    draw_borders();
    draw_outlines();
    draw_selected_cell();
}

void PartShapes::draw_picture(float alpha) {
    const HostBuffer buffer = contents_of(result_, part_.part.content);
    const PictureMap& picture = *part_.picture;
    if (buffer.bytes == nullptr) return;
    colored("picture", alpha, plane_.rect(), [&](int64_t x, int64_t y) -> std::optional<uint32_t> {
        std::optional<uint64_t> cell = plane_.index_at({x, y});
        if (cell && state_.space == Space::launch) {
            const uint32_t owned = picture.cells[static_cast<size_t>(y * plane_.width() + x)];
            cell = owned == 0 ? std::nullopt : std::optional<uint64_t>(owned - 1);
        }
        if (!cell) return std::nullopt;
        const uint32_t color = cell_color(buffer, picture.range, *cell);
        const HeatField* const heat = part_.heat != nullptr ? part_.heat->field.get() : nullptr;
        return heat != nullptr && heat->color_at({x, y}) ? grayed(color) : color;
    });
}

void PartShapes::draw_heat() {
    const HeatField* field = part_.heat->field.get();
    if (field == nullptr) return;
    const HeatChoice& choice = part_.heat->request.choice;
    const float strength = std::min(1.0f, state_.paint || choice.difference ? 1.0f : state_.strength);
    const std::string_view name = choice.paint        ? "painted"
                                  : choice.difference ? "difference"
                                                      : info(choice.overlay).name;
    colored(name, strength * fill::heat, field->rect(), [&](int64_t x, int64_t y) -> std::optional<uint32_t> {
        const auto color = field->color_at({x, y});
        return color ? std::optional(packed(*color)) : std::nullopt;
    });
}

void PartShapes::draw_frame(const Grays& gray) {
    begin("frame");
    drawing::Shape frame;
    frame.style.name = "frame";
    frame.style.stroke = faded(gray.frame, 1);
    frame.style.width = scale_;
    const double x = line_x(0), y = line_y(0), right = line_x(plane_.width()), low = line_y(plane_.height());
    if (const int64_t last = plane_.last_row_width(); last < plane_.width()) {
        const double inner = line_x(last), upper = line_y(plane_.height() - 1);
        frame.paths.push_back({{{x, y}, {right, y}, {right, upper}, {inner, upper}, {inner, low}, {x, low}}, true});
    } else {
        frame.paths.push_back({{{x, y}, {right, y}, {right, low}, {x, low}}, true});
    }
    open().items.push_back({std::move(frame)});
}

bool PartShapes::timed() const {
    return state_.so_far.order && part_.layer != nullptr &&
           (state_.space == Space::output || state_.space == Space::launch) &&
           part_.layer->config.blocks() == state_.so_far.order->blocks.size();
}

int PartShapes::lateness(int64_t x, int64_t y) const {
    const uint32_t block = key(x, y) >> (part_.layer != nullptr ? part_.layer->format.block_shift() : 6);
    if (!timed() || block == 0) return 0;
    const auto& when = state_.so_far.order->blocks[block - 1];
    return when.ended_as <= state_.so_far.ended ? 0 : when.begun_at <= state_.so_far.ended ? 1 : 2;
}

void PartShapes::draw_late(const Grays& gray) {
    if (!timed()) return;
    begin("unfinished");
    const Kind late = [&](int64_t x, int64_t y) { return lateness(x, y) != 0 ? 1u : 0u; };
    fill(plain("unfinished-ground", opaque(state_.theme.background)), late);
    fill(plain("unfinished", faded(gray.idle_fill, fill::unwritten)), late);
    fill(plain("running", faded(palette::yellow, fill::running)),
         [&](int64_t x, int64_t y) { return lateness(x, y) == 1 ? 1u : 0u; });
    fill(patterned("unfinished-hatch", faded(gray.idle_hatch, fade_.patterns), drawing::Pattern::Kind::back_hatch,
                   size::hatch_period, size::hatch_width),
         late);
}

void PartShapes::draw_marks(const Grays& gray) {
    using PatternKind = drawing::Pattern::Kind;
    if (part_.layer == nullptr) return;
    const float patterns = fade_.patterns;
    const uint32_t shift = part_.layer->format.block_shift();
    if (const float show = shows(Overlay::warps); show > 0) {
        begin(Overlay::warps);
        for (uint32_t tint = 0; tint < palette::warp_tints.size(); ++tint)
            fill(plain(fmt::format("warps-{}", tint), faded(palette::warp_tints[tint], show * fill::warp)),
                 [&](int64_t x, int64_t y) {
                     const uint32_t k = key(x, y), warp = k >> 6 & ((1u << (shift - 6)) - 1);
                     return k != 0 && lateness(x, y) == 0 && (warp & 7) == tint ? 1u : 0u;
                 });
    }
    const float idle = shows(Overlay::idle_threads);
    const bool unwritten = state_.space == Space::output && result_.unwritten_cells() > 0;
    if (idle > 0) {
        begin(Overlay::idle_threads);
        const Kind empty = [&](int64_t x, int64_t y) {
            return unwritten && mark(x, y) == 0 && plane_.index_at({x, y}) ? 1u : 0u;
        };
        if (unwritten) {
            fill(plain("unwritten", faded(gray.idle_fill, idle * fill::unwritten)), empty);
            fill(patterned("unwritten-hatch", faded(gray.idle_hatch, idle * patterns), PatternKind::back_hatch,
                           size::hatch_period, size::hatch_width),
                 empty);
        }
        const Kind idle_marks = [&](int64_t x, int64_t y) {
            return (mark(x, y) & mark_idle) != 0 && lateness(x, y) == 0 ? 1u : 0u;
        };
        fill(plain("surplus", faded(gray.idle_fill, idle)), idle_marks);
        fill(patterned("surplus-hatch", faded(gray.idle_hatch, idle * patterns), PatternKind::hatch, size::hatch_period,
                       size::hatch_width),
             idle_marks);
    }
    const float split = shows(Overlay::divergence);
    if (split <= 0) return;
    begin(Overlay::divergence);
    for (const bool owned : {true, false}) {
        const float show = split * (owned ? 1.0f : state_.space == Space::launch ? 0.4f : 0.0f);
        const std::string kind = owned ? "" : "-idle";
        const auto of = [&, owned](uint8_t bit) -> Kind {
            return [this, owned, bit](int64_t x, int64_t y) {
                const uint8_t m = mark(x, y);
                return (m & bit) != 0 && ((m & mark_owned) != 0) == owned && lateness(x, y) == 0 ? 1u : 0u;
            };
        };
        const Kind diverged = of(mark_diverged), partly = of(mark_partly_idle);
        Levels dark = levels(darkness);
        tint("divergence" + kind, palette::vermilion, show * fill::diverged, diverged);
        ink(dark, palette::diverged_ink, fill::diverged_lines, show * patterns, diverged, [&](uint32_t color) {
            return patterned("divergence-lines" + kind, color, PatternKind::cross,
                             size::cross_period * fade_.cross_spacing, size::cross_width);
        });
        dark = levels(darkness);
        const auto half = [&](uint32_t color) {
            return patterned("partly-idle" + kind, color, PatternKind::half, size::half_period, 0);
        };
        tint("partly-idle" + kind, palette::yellow, show * fill::partly_idle, partly, half);
        ink(dark, palette::partly_idle_ink, fill::partly_idle_lines, show * patterns, partly, [&](uint32_t color) {
            return patterned("partly-idle-lines" + kind, color, PatternKind::back_hatch, size::half_period, 0.8);
        });
    }
}

void PartShapes::draw_focus(const Grays& gray) {
    using PatternKind = drawing::Pattern::Kind;
    const float patterns = fade_.patterns;
    const auto with = [this](uint8_t bit) -> Kind {
        return [this, bit](int64_t x, int64_t y) { return (bits(x, y) & bit) != 0 ? 1u : 0u; };
    };
    if (part_.dimmed) {
        begin("interval");
        drawing::Shape dim{plain("dimmed", (opaque(state_.theme.background) & 0xffffffu) |
                                               static_cast<uint32_t>(fill::dimmed * 255) << 24),
                           {{origin_.x, origin_.y, size_.x, size_.y}},
                           {}};
        const auto boxes = merged_cells(cells_, with(focus_interval), max_shapes);
        too_many_ = too_many_ || !boxes;
        if (!boxes) return;
        for (const CellBox& box : *boxes) dim.rects.push_back(rect(box.cells));
        open().items.push_back({std::move(dim)});
    }
    if (part_.focus == nullptr || part_.focus->bits.empty()) return;
    if (state_.moment) {
        begin("pending");
        fill(plain("pending", faded(gray.idle_fill, 1)), with(focus_pending));
        fill(patterned("pending-hatch", faded(gray.idle_hatch, patterns), PatternKind::back_hatch, size::hatch_period,
                       size::hatch_width),
             with(focus_pending));
    }
    const bool magnified =
        state_.camera.pixels_per_cell >= (size::pinned / 2 + size::casing + 0.5) * state_.theme.scale;
    if (const float show = shows(Overlay::accesses); show > 0) {
        begin(Overlay::accesses);
        const float strong = show * (0.7f + 0.3f * patterns);
        const uint8_t of_thread = focus_window | focus_written;
        fill(plain("thread-cells", faded(palette::thread, strong * (magnified ? fill::thread_reads : 1.0f))),
             with(of_thread));
        if (!part_.dimmed && part_.heat == nullptr)
            fill(plain("block-cells", faded(palette::sky_blue, strong * fill::block_reads)), [&](int64_t x, int64_t y) {
                const uint8_t b = bits(x, y);
                return (b & focus_block) != 0 && (b & of_thread) == 0 ? 1u : 0u;
            });
        fill(plain("current-access", faded(palette::yellow, show * 0.85f)), with(focus_current));
    }
    const Levels dark = levels(darkness);
    if (const float show = shows(Overlay::halo); show > 0) {
        begin(Overlay::halo);
        tint("halo", palette::orange, show * (magnified ? fill::halo : fill::small_halo), with(focus_halo));
        ink(dark, palette::halo_ink, fill::halo_dots, show * patterns, with(focus_halo), [&](uint32_t color) {
            return patterned("halo-dots", color, PatternKind::dots, size::dot_period, 2 * size::dot_radius);
        });
        if (magnified) outline("halo", palette::orange, 2, show, with(focus_halo));
    }
    if (const float show = shows(Overlay::ghosts); show > 0) {
        begin(Overlay::ghosts);
        fill(plain("ghosts", faded(palette::orange, show * fill::ghost)), with(focus_ghost));
        ink(dark, palette::ghost_ink, 1, show * patterns, with(focus_ghost), [&](uint32_t color) {
            return patterned("ghosts-hatch", color, PatternKind::back_hatch, size::hatch_period, size::hatch_width);
        });
        if (magnified) line("ghosts-outline", faded({173, 119, 0}, show), 2 * scale_, edges(with(focus_ghost)));
    }
}

void PartShapes::draw_borders() {
    if (part_.layer == nullptr) return;
    const uint32_t shift = part_.layer->format.block_shift();
    if (const float show = shows(Overlay::threads); show > 0) {
        begin(Overlay::threads);
        const std::vector<CellEdge> found = edges([&](int64_t x, int64_t y) { return key(x, y); });
        line("threads-casing", faded({255, 255, 255}, fade_.thread_casing), size::border_total * scale_, found);
        line("threads", faded({0, 0, 0}, show), size::border_core * scale_, found);
    }
    const Kind block = [&](int64_t x, int64_t y) { return key(x, y) >> shift; };
    if (info(Overlay::blocks).drawn_in(state_.space) && fade_[Overlay::blocks] > 0) {
        begin(Overlay::blocks);
        const std::vector<CellEdge> borders = edges(block);
        const double scale = fade_.border_scale * scale_;
        line("blocks-casing", faded({255, 255, 255}, fade_[Overlay::blocks]), size::border_total * scale, borders);
        line("blocks", faded({0, 0, 0}, fade_[Overlay::blocks]), size::border_core * scale, borders);
    }
    const metrics::ThreadId thread = state_.selection.thread;
    const LaunchConfig& config = result_.shown().config;
    if (thread == 0 || thread > config.threads()) return;
    begin("selected-block");
    const uint32_t selected = part_.layer->format.key(block_of(config, thread), thread_in_block(config, thread), false);
    outline("selected-warp", palette::sky_blue, size::selected_warp, fade_.selected_warp,
            [&](int64_t x, int64_t y) { return key(x, y) >> 6 == selected >> 6 ? 1u : 0u; });
    outline("selected-block", palette::sky_blue, state_.selection.pinned ? size::pinned : size::selected, 1,
            [&](int64_t x, int64_t y) { return key(x, y) >> shift == selected >> shift ? 1u : 0u; });
}

void PartShapes::draw_outlines() {
    if (part_.focus == nullptr || part_.focus->bits.empty()) return;
    const auto with = [this](uint8_t bit) -> Kind {
        return [this, bit](int64_t x, int64_t y) { return (bits(x, y) & bit) != 0 ? 1u : 0u; };
    };
    begin("accesses-outline");
    if (fade_.window > 0) {
        line("block-cells-outline", faded(shape_casing, 0.6f * fade_.window), scale_, edges(with(focus_block)));
        outline("thread-cells", {255, 255, 255}, 2, fade_.window, with(focus_window | focus_written));
    }
    if (part_.dimmed) outline("interval", palette::sky_blue, 3, 1, with(focus_interval));
    outline("current-access", palette::yellow, 3, shows(Overlay::accesses), with(focus_current));
}

void PartShapes::draw_selected_cell() {
    const auto place = selected_place(result_, state_.content(), state_.selection);
    if (!place) return;
    begin("selected-cell");
    const double left = line_x(place->x), right = line_x(place->x + 1), top = line_y(place->y),
                 bottom = line_y(place->y + 1), min = 4 * scale_;
    const double x = (left + right) / 2, y = (top + bottom) / 2;
    const double half_x = std::max((right - left) / 2, min), half_y = std::max((bottom - top) / 2, min);
    const auto box = [&](const char* name, uint32_t color, double width, double inset) {
        drawing::Shape shape;
        shape.style.name = name;
        shape.style.stroke = color;
        shape.style.width = width * scale_;
        const double a = half_x - inset * scale_, b = half_y - inset * scale_;
        shape.paths.push_back({{{x - a, y - b}, {x + a, y - b}, {x + a, y + b}, {x - a, y + b}}, true});
        open().items.push_back({std::move(shape)});
    };
    box("selected-cell-casing", faded(shape_casing, 0.85f), 2 + 2 * size::casing, 0);
    box("selected-cell", packed(palette::thread), 2, 0);
    box("selected-cell-inside", white, 1, 1.5);
    if (part_.ring <= 0) return;
    const auto radius = static_cast<double>(part_.ring);
    for (const auto& [name, color, width] :
         {std::tuple{"selected-cell-casing", faded(shape_casing, 0.85f), 2 + 2 * size::casing},
          std::tuple{"selected-cell", packed(palette::thread), 2.0f}}) {
        drawing::Shape ring;
        ring.style.name = name;
        ring.style.stroke = color;
        ring.style.width = width * scale_;
        drawing::Path path;
        constexpr int corners = 48;
        for (int i = 0; i < corners; ++i) {
            const double angle = 2 * 3.14159265358979 * i / corners;
            path.points.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle)});
        }
        ring.paths.push_back(std::move(path));
        open().items.push_back({std::move(ring)});
    }
}

} // namespace warpscope::render
