#pragma once

#include <array>
#include <memory>
#include <utility>

#include "insight/cell_set.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/view.hpp"
#include "ui/imgui/ground.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

class StretchCache;
struct KeepInSight;

class ViewGrid {
public:
    ~ViewGrid();
    ViewGrid(const ViewGrid&) = delete;
    ViewGrid& operator=(const ViewGrid&) = delete;

    /// Needs a current OpenGL context.
    [[nodiscard]] static Result<std::unique_ptr<ViewGrid>> create();

    /// Returns whether the newest result is now shown.
    bool update(const std::shared_ptr<const session::RunResult>& result,
                const std::shared_ptr<const metrics::BlockTrace>& trace);
    /// Updates the pinned run of side-by-side mode; null forgets it.
    bool update_baseline(const std::shared_ptr<const session::RunResult>& result,
                         const std::shared_ptr<const metrics::BlockTrace>& trace);
    [[nodiscard]] std::shared_ptr<const session::RunResult> shown() const { return textures_->shown(); }
    [[nodiscard]] render::RunTextures& textures() { return *textures_; }
    [[nodiscard]] static std::vector<metrics::ProbeRequest> needed_probes(const Model& model);
    /// Returns the contents whose sector heat a GPU can compute.
    [[nodiscard]] static std::vector<render::Content> sector_planes(const Model& model);
    void set_probes(const Model& model);
    /// Returns why this machine cannot draw part of the run; empty if it can.
    [[nodiscard]] Message problem() const;

    /// Lays out the views in a rectangle; paint() must follow in the same frame. Other elements cover the heights
    /// `above` and `below`. `live_texture` may be 0.
    void draw(const Model& model, ImVec2 min, ImVec2 max, uint32_t live_texture, Commands& commands, float above = 0,
              float below = 0);
    /// Draws the pictures, if possible into the framebuffer `window`. `only` limits this to one view.
    void paint(uint32_t live_texture, uint64_t live_picture, std::optional<uint32_t> window,
               std::optional<size_t> only = std::nullopt);

    struct Area {
        ImVec2 min, max;
        [[nodiscard]] render::Point size() const { return {max.x - min.x, max.y - min.y}; }
    };
    [[nodiscard]] const Area& area(size_t view) const { return areas_[view]; }
    /// Returns how much height the views of a row can lose before a legend covers a picture. Legends have all entries,
    /// enlarged by `stretch`. `only`: the exported view; other views count only if they show cells.
    [[nodiscard]] float spare_height(const Model& model, float stretch, std::optional<size_t> only = {}) const;
    /// Returns `wanted`, or less for wide entries.
    [[nodiscard]] float legend_stretch_that_fits(const Model& model, float wanted) const;
    /// Returns how much height the views need in addition, so that legends with all entries cover no picture that is
    /// completely visible.
    [[nodiscard]] float missing_height(const Model& model, float stretch) const;
    /// Returns nothing if no view has this texture.
    [[nodiscard]] std::optional<drawing::Group> shapes(ImTextureID texture, drawing::Rect at,
                                                       std::vector<std::string>& notes) const;
    [[nodiscard]] bool marked_in(const Model& model, size_t view, const insight::CellSet& cells) const;
    /// Returns the cells whose result depends on the thread order; null unless the tab Findings is open.
    [[nodiscard]] static std::shared_ptr<const insight::CellSet> cells_of_orders(const Model& model);
    [[nodiscard]] const insight::CellSet* lit_in(const Model& model, size_t view) const;
    [[nodiscard]] static bool hidden(const Model& model, size_t view);
    [[nodiscard]] static bool only_numbers(const Model& model);
    [[nodiscard]] static std::string_view name(size_t view);
    [[nodiscard]] static bool has_histogram(const Model& model, size_t view);
    [[nodiscard]] static std::string title_of(const Model& model, size_t view);
    /// Returns the shown difference; null while the view shows values.
    [[nodiscard]] static std::shared_ptr<const insight::ValueDifference> shown_difference(const Model& model,
                                                                                          size_t view);
    void show_histogram(size_t view) { histogram_request_ = view; }
    [[nodiscard]] std::optional<size_t> pointed_view() const { return pointed_view_; }
    [[nodiscard]] bool points_at_pinned(const Model& model) const {
        return pointed_view_ && of_baseline(model, *pointed_view_);
    }
    [[nodiscard]] bool laid_out() const { return laid_out_; }
    [[nodiscard]] const std::vector<CoveredPart>& covered() const { return covered_; }
    [[nodiscard]] std::vector<KeepInSight> kept_in_sight(const Model& model) const;
    /// Returns the camera that shows all data and, up to a limit, the idle threads around it.
    [[nodiscard]] render::Camera fitted(const Model& model, const session::RunResult& result) const;
    /// Returns the visible output cells if they are in memory order.
    [[nodiscard]] std::optional<render::CellRect> in_sight(const Model& model) const;

private:
    ViewGrid();
    void draw_marks(const Model& model, size_t view);
    void draw_cells(const Model& model, size_t view, const std::shared_ptr<const insight::CellSet>& cells, bool picked);
    [[nodiscard]] static render::Content content(const Model& model, size_t view);
    [[nodiscard]] static const scene::View& choice(const Model& model, size_t view) {
        return model.scene->views[model.baseline.choice_of(view)];
    }
    [[nodiscard]] static render::Content content(const Model& model, const session::RunResult& result, size_t view);
    [[nodiscard]] static Form form(const Model& model, size_t view);
    [[nodiscard]] static render::ViewState heat_state(const Model& model, size_t view);
    /// Returns the view to which Model::camera belongs: the output's view if shown.
    [[nodiscard]] static size_t leading(const Model& model);
    [[nodiscard]] static bool linked(const Model& model, const session::RunResult& result, size_t view);
    [[nodiscard]] static bool is_on_left(size_t view) { return view % 2 == 0; }
    [[nodiscard]] static bool of_baseline(const Model& model, size_t view);
    [[nodiscard]] static const session::RunResult& run_of(const Model& model, const session::RunResult& result,
                                                          size_t view);
    [[nodiscard]] render::Camera fitted_to(const Model& model, const session::RunResult& result, size_t view) const;
    /// Returns the distance of the block's cells in two views; nothing unless the camera is close.
    [[nodiscard]] std::optional<render::Point> stepped_cells_apart(const Model& model, const render::Camera& camera,
                                                                   size_t from, size_t to) const;
    /// Converts a camera between views, relative to the fitted cameras or to a stepped block's cells.
    [[nodiscard]] render::Camera moved(const Model& model, const render::Camera& camera, size_t from, size_t to) const;
    [[nodiscard]] render::Camera camera_of(const Model& model, size_t view) const;
    void lay_out(const Model& model, ImVec2 min, ImVec2 max);
    void place(const Model& model, ImVec2 min, ImVec2 max, bool stacked);
    void place_four(const Model& model, ImVec2 min, ImVec2 max);
    void splitters(const Model& model, ImVec2 min, ImVec2 max, Commands& commands);
    [[nodiscard]] float above(size_t view) const { return named_ + (rows_ == 2 && view >= columns_ ? 0 : above_); }
    [[nodiscard]] float below(size_t view) const { return rows_ == 2 && view < columns_ ? 0 : below_; }
    [[nodiscard]] double size_of_contents(const Model& model) const;
    void header(const Model& model, size_t view, Commands& commands);
    void bare_header(const Model& model, size_t view, ImVec2 min, ImVec2 max);
    void run_name(const Model& model, size_t view);
    [[nodiscard]] static float run_name_height(const Model& model);
    void banner(const Model& model, size_t view);
    [[nodiscard]] static bool shows_pending_input(const Model& model, size_t view);
    void pending_input(const Model& model, size_t view);
    void notes(const Model& model, const Model& whole, size_t view, Commands& commands);
    void content_menu(const Model& model, size_t view, Commands& commands);
    void reference_menu(const Model& model, size_t view, Commands& commands);
    /// Edges with an opaque strip, because header and legend would be unreadable over numbers in cells.
    struct Strips {
        bool above = false, below = false;
    };
    [[nodiscard]] Strips strips(const Model& model, size_t view, const render::ViewState& state) const;
    void upper_strip(const Model& model, size_t view);
    /// Returns nothing for views that are small or show nearly everything.
    [[nodiscard]] std::optional<ImVec2> map_size(const Model& model, size_t view, const render::ViewState& state) const;
    void minimap(const Model& model, size_t view, const render::ViewState& state, render::RunTextures& textures,
                 Commands& commands);
    [[nodiscard]] std::optional<Area> map_area(const Model& model, size_t view, const render::ViewState& state) const;
    void cube(const Model& model, size_t view, Commands& commands);
    void histogram_popup(const Model& model, size_t view, Commands& commands);
    void cell_menu(const Model& model, size_t view, Commands& commands);
    void pills(const Model& model, size_t view, const std::vector<const render::OverlayInfo*>& shown, ImVec2 min,
               Commands& commands);
    /// `model` belongs to the view's run, `whole` to the window.
    void picture(const Model& model, const Model& whole, size_t view, uint32_t live_texture, Commands& commands);
    void chart(const Model& model, size_t view, Form form, const SharedBytes& live, Commands& commands);
    void mouse(const Model& model, size_t view, Commands& commands);
    bool paint_cells(const Model& model, size_t view, Commands& commands);
    void paint_tool(const Model& model, Commands& commands);
    void draw_sign(size_t view, const std::string& label, const Area& area);
    void legend(const Model& model, size_t view, const render::ViewState& state, Commands& commands);
    [[nodiscard]] float whole_legend_height(const Model& model, size_t view, float stretch) const;
    [[nodiscard]] render::ViewState state_of(const Model& model, const Model& whole, size_t view) const;

    std::unique_ptr<render::RunTextures> textures_, baseline_textures_;
    static constexpr size_t max_views = std::tuple_size_v<scene::Views>;
    std::array<std::unique_ptr<render::View>, max_views> views_;
    std::array<std::unique_ptr<render::View>, max_views> maps_;
    std::unique_ptr<StretchCache> stretches_;
    std::array<Area, max_views> areas_{};
    /// Work for paint(), one entry per element of covered_.
    struct Waiting {
        size_t index;
        render::View* view;
        render::RunTextures* textures;
        ImDrawList* list;
    };
    std::vector<Waiting> waiting_;
    std::vector<CoveredPart> covered_;
    std::optional<size_t> pointed_view_;
    std::array<float, max_views> legend_tall_{}; // 0: no legend
    struct SteppedCells {
        std::shared_ptr<const insight::RecordedBlock> block;
        render::Content content;
        std::optional<render::CellRect> rect;
    };
    mutable std::array<SteppedCells, max_views> stepped_cells_; // cache
    std::array<float, max_views> legend_room_{};
    std::array<std::vector<float>, max_views> entry_widths_; // widths of all entries, in unstretched type
    std::array<std::vector<Area>, max_views> plates_;
    std::array<std::vector<Area>, max_views> signs_; // of the last frame
    float above_ = 0, below_ = 0;                    // arguments of draw()
    float named_ = 0;                                // height of run_name()
    struct Cube {
        ImVec2 at;
        bool flat = false; // label at the cube's side
        bool held = false;
    };
    Cube cube_;
    bool dragging_ = false, laid_out_ = false;
    std::optional<size_t> panned_view_;
    std::optional<size_t> painted_view_;
    std::optional<size_t> histogram_request_;
    bool logarithmic_counts_ = false;
    size_t columns_ = 2, rows_ = 1;
};

} // namespace warpscope::ui
