// The views in the middle of the window: pictures with linked cameras, covered at the edges by titles, overlay pills
// and legends. Two views share the room side by side or stacked, whichever shows more; there can also be four, or a
// single one.
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

    /// Uploads what changed. Returns whether the newest result is now shown.
    bool update(const std::shared_ptr<const session::RunResult>& result,
                const std::shared_ptr<const metrics::BlockTrace>& trace);
    /// Does the same for the pinned run, which the left views show in side-by-side mode; null forgets it.
    bool update_baseline(const std::shared_ptr<const session::RunResult>& result,
                         const std::shared_ptr<const metrics::BlockTrace>& trace);
    [[nodiscard]] std::shared_ptr<const session::RunResult> shown() const { return textures_->shown(); }
    /// Returns the present run's textures.
    [[nodiscard]] render::RunTextures& textures() { return *textures_; }
    /// Returns the extra measurements that the views need.
    [[nodiscard]] static std::vector<metrics::ProbeRequest> wanted_probes(const Model& model);
    /// Returns the contents, without duplicates, over which views show sector heat that a GPU can compute.
    [[nodiscard]] static std::vector<render::Content> sector_planes(const Model& model);
    /// Passes on the finished measurements; the next update draws them.
    void set_probes(const Model& model) { textures_->set_probes(model.result, model.probes); }
    /// Returns why part of the run cannot be drawn on this machine; empty if all of it can.
    [[nodiscard]] std::string problem() const;

    /// Lays out the views in a screen rectangle of the current window. `live_texture` is the GPU's picture of the shown
    /// result, or 0. `above` and `below` are the heights covered by other elements; pictures, titles and legends avoid
    /// them where that costs nothing. paint() must follow before the frame ends.
    void draw(const Model& model, ImVec2 min, ImVec2 max, uint32_t live_texture, Commands& commands, float above = 0,
              float below = 0);
    /// Draws the pictures, with the GPU's current picture. May draw some directly into `window`, the frame's
    /// framebuffer, instead of into textures. `only` limits this to one view.
    void paint(uint32_t live_texture, uint64_t live_picture, std::optional<uint32_t> window,
               std::optional<size_t> only = std::nullopt);

    /// Screen rectangle of a view's picture in the last frame.
    struct Area {
        ImVec2 min, max;
        [[nodiscard]] render::Point size() const { return {max.x - min.x, max.y - min.y}; }
    };
    [[nodiscard]] const Area& area(size_t view) const { return areas_[view]; }
    /// Returns the last drawing of a view as shapes at `at`; nothing if the texture belongs to no view.
    [[nodiscard]] std::optional<drawing::Group> shapes(ImTextureID texture, drawing::Rect at,
                                                       std::vector<std::string>& notes) const;
    /// Draws a lesson's cells into the current window, over all views of their buffer: highlighted cells with a tint,
    /// picked cells with a thick frame.
    void draw_marks(const Model& model, const LessonView& marks);
    void draw_lit(const Model& model, const std::shared_ptr<const insight::CellSet>& cells, bool picked) {
        draw_cells(model, cells, picked, false);
    }
    /// Returns whether the view shows the buffer of these cells.
    [[nodiscard]] bool marked_in(const Model& model, size_t view, const insight::CellSet& cells) const;
    /// Returns the cells that a lesson highlights in a view; null if none.
    [[nodiscard]] const insight::CellSet* lit_in(const Model& model, size_t view) const;
    /// Returns the number of views; all but one may be hidden.
    [[nodiscard]] static size_t count(const Model& model);
    /// Returns the view that fills the grid; none if several are visible.
    [[nodiscard]] static std::optional<size_t> alone(const Model& model);
    /// Returns whether the view is invisible. Its area is then that of a visible view.
    [[nodiscard]] static bool hidden(const Model& model, size_t view);
    /// Returns whether the views show nothing but single numbers.
    [[nodiscard]] static bool only_numbers(const Model& model);
    /// Returns "left" or "lower right".
    [[nodiscard]] static std::string_view name(size_t view);
    /// Returns the view under the cursor in the last frame.
    [[nodiscard]] std::optional<size_t> pointed_view() const { return pointed_view_; }
    /// Returns whether the view under the cursor shows the pinned run instead of the present one.
    [[nodiscard]] bool points_at_pinned(const Model& model) const {
        return pointed_view_ && of_baseline(model, *pointed_view_);
    }
    /// Returns whether draw() has run at least once.
    [[nodiscard]] bool laid_out() const { return laid_out_; }
    /// Returns the opaque pictures of the last draw() and paint().
    [[nodiscard]] const std::vector<CoveredPart>& covered() const { return covered_; }
    /// Returns the areas that a floating card should not cover: labels in the views, and the pinned cell with its
    /// thread's block.
    [[nodiscard]] std::vector<KeepInSight> kept_in_sight(const Model& model) const;
    /// Returns the Model::camera that shows the run's data and the idle threads around it in a view of the last frame's
    /// size. Without the overlay for idle threads, they get at most a third of the data's size. Keeps the picture clear
    /// of covered edges if that makes it little smaller.
    [[nodiscard]] render::Camera fitted(const Model& model, const session::RunResult& result) const;
    /// Returns the visible cells of the output; none if no view shows the output or its rows do not match memory order.
    [[nodiscard]] std::optional<render::CellRect> in_sight(const Model& model) const;

private:
    ViewGrid();
    /// Draws into the views of the pinned run or of the present one.
    void draw_cells(const Model& model, const std::shared_ptr<const insight::CellSet>& cells, bool picked, bool pinned);
    /// Returns the content of a view for the model's run, or for `result`.
    [[nodiscard]] static render::Content content(const Model& model, size_t view);
    [[nodiscard]] static const scene::View& choice(const Model& model, size_t view) {
        return model.scene->views[model.baseline.choice_of(view)];
    }
    [[nodiscard]] static render::Content content(const Model& model, const session::RunResult& result, size_t view);
    [[nodiscard]] static Form form(const Model& model, size_t view);
    [[nodiscard]] static render::ViewState heat_state(const Model& model, size_t view);
    /// Returns the view whose plane Model::camera refers to: the output if it is shown.
    [[nodiscard]] static size_t leading(const Model& model);
    /// Returns whether cells have the same place in this view as in the leading one, so that both share one camera.
    [[nodiscard]] static bool linked(const Model& model, const session::RunResult& result, size_t view);
    [[nodiscard]] static bool stands_left(size_t view) { return view % 2 == 0; }
    /// Returns whether the view shows the pinned run in side-by-side mode.
    [[nodiscard]] static bool of_baseline(const Model& model, size_t view);
    /// Returns `result` or the baseline, whichever the view shows.
    [[nodiscard]] static const session::RunResult& run_of(const Model& model, const session::RunResult& result,
                                                          size_t view);
    /// Returns the camera that fits the contents of the view and of those linked with it.
    [[nodiscard]] render::Camera fitted_to(const Model& model, const session::RunResult& result, size_t view) const;
    /// Converts a camera of view `from` to view `to`, keeping the zoom relative to the fitted camera.
    [[nodiscard]] render::Camera moved(const Model& model, const render::Camera& camera, size_t from, size_t to) const;
    [[nodiscard]] render::Camera camera_of(const Model& model, size_t view) const;
    /// Assigns the areas; picks the arrangement that shows more.
    void lay_out(const Model& model, ImVec2 min, ImVec2 max);
    void place(const Model& model, ImVec2 min, ImVec2 max, bool stacked);
    void place_four(const Model& model, ImVec2 min, ImVec2 max);
    /// Draws the draggable lines between views.
    void splitters(const Model& model, ImVec2 min, ImVec2 max, Commands& commands);
    /// Heights covered at the upper and lower edge of this view.
    [[nodiscard]] float above(size_t view) const { return named_ + (rows_ == 2 && view >= columns_ ? 0 : above_); }
    [[nodiscard]] float below(size_t view) const { return rows_ == 2 && view < columns_ ? 0 : below_; }
    /// Returns a score for the size of the contents in the current areas, to compare arrangements.
    [[nodiscard]] double size_of_contents(const Model& model) const;
    /// Draws title, pills and the enlarge button over the upper edge of the picture.
    void header(const Model& model, size_t view, Commands& commands);
    /// Draws the title alone, for a figure.
    void bare_header(const Model& model, size_t view, ImVec2 min, ImVec2 max);
    /// Draws the name of the view's run in presentation mode.
    void run_name(const Model& model, size_t view);
    [[nodiscard]] static float run_name_height(const Model& model);
    /// Draws a banner over a stale or failed result.
    void banner(const Model& model, size_t view);
    /// Draws the notes on the view's cells and threads.
    void notes(const Model& model, const Model& whole, size_t view, Commands& commands);
    void content_menu(const Model& model, size_t view, Commands& commands);
    /// Edges of a view with an opaque strip for title or legend.
    struct Strips {
        bool above = false, below = false;
    };
    /// Returns the strips that keep numbers in cells uncovered.
    [[nodiscard]] Strips strips(const Model& model, size_t view, const render::ViewState& state) const;
    void upper_strip(const Model& model, size_t view);
    /// Returns the size of the map; none if the view shows nearly everything or is too small for a map.
    [[nodiscard]] std::optional<ImVec2> map_size(const Model& model, size_t view, const render::ViewState& state) const;
    void minimap(const Model& model, size_t view, const render::ViewState& state, render::RunTextures& textures,
                 Commands& commands);
    /// Returns the map's rectangle; none if there is no map.
    [[nodiscard]] std::optional<Area> map_area(const Model& model, size_t view, const render::ViewState& state) const;
    /// Draws a small cube that marks the selected slice and block of a volume.
    void cube(const Model& model, size_t view, Commands& commands);
    void cell_menu(const Model& model, size_t view, Commands& commands);
    void pills(const Model& model, size_t view, const std::vector<const render::OverlayInfo*>& shown, ImVec2 min,
               Commands& commands);
    /// `model` belongs to the view's run, `whole` to the window.
    void picture(const Model& model, const Model& whole, size_t view, uint32_t live_texture, Commands& commands);
    void chart(const Model& model, size_t view, Form form, const SharedBytes& live, Commands& commands);
    void mouse(const Model& model, size_t view, Commands& commands);
    /// Records that an element to be read covers `area`, clipped to the view.
    void put_sign(size_t view, const std::string& label, const Area& area);
    /// Draws the line over the lower edge of the picture.
    void legend(const Model& model, size_t view, const render::ViewState& state, Commands& commands);
    /// Returns the arguments of View::draw(), except the GPU's picture.
    [[nodiscard]] render::ViewState state_of(const Model& model, const Model& whole, size_t view) const;

    std::unique_ptr<render::RunTextures> textures_, baseline_textures_;
    static constexpr size_t most = std::tuple_size_v<scene::Views>;
    std::array<std::unique_ptr<render::View>, most> views_;
    std::array<std::unique_ptr<render::View>, most> maps_; // created on first use
    std::unique_ptr<StretchCache> stretches_;
    std::array<Area, most> areas_{};
    /// A picture that draw() prepared for paint(); one per element of covered_.
    struct Waiting {
        size_t index;
        render::View* view;
        render::RunTextures* textures;
        ImDrawList* list; // list that contains the picture
    };
    std::vector<Waiting> waiting_;
    std::vector<CoveredPart> covered_;
    std::optional<size_t> pointed_view_;
    std::array<float, most> legend_tall_{};      // height in the last frame, if the whole legend must stay visible
    std::array<std::vector<Area>, most> plates_; // legend plates at the lower edge, last frame
    std::array<std::vector<Area>, most> signs_;  // other readable elements of each view: names, banner, cube, map
    float above_ = 0, below_ = 0;                // arguments of draw()
    float named_ = 0;                            // height of run_name(); 0 if not shown
    struct Cube {
        ImVec2 at;         // upper left corner
        bool flat = false; // words at its side
        bool held = false;
    };
    Cube cube_; // of the last frame
    bool dragging_ = false, laid_out_ = false;
    size_t columns_ = 2, rows_ = 1; // current arrangement
};

} // namespace warpscope::ui
