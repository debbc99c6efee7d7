// The views in the middle: pictures with linked camera, and laid over their corners titles, overlay pills and legends;
// mouse handling. Two stand side by side or one above the other, whichever shows more; four in two rows; or one alone.
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

    /// Uploads what is new; true when the newest result is what is shown.
    bool update(const std::shared_ptr<const session::RunResult>& result,
                const std::shared_ptr<const metrics::BlockTrace>& trace);
    /// The same for the run that the left views show when two stand side by side; null forgets it.
    bool update_baseline(const std::shared_ptr<const session::RunResult>& result,
                         const std::shared_ptr<const metrics::BlockTrace>& trace);
    [[nodiscard]] std::shared_ptr<const session::RunResult> shown() const { return textures_->shown(); }
    /// Of the present run.
    [[nodiscard]] render::RunTextures& textures() { return *textures_; }
    /// The extra measurements that the views need for what they show.
    [[nodiscard]] static std::vector<metrics::ProbeRequest> wanted_probes(const Model& model);
    /// The contents that the views show the heat of sectors over and a GPU can make it for, without duplicates.
    [[nodiscard]] static std::vector<render::Content> sector_planes(const Model& model);
    /// Hands over those that are there, to be drawn from the next update on.
    void set_probes(const Model& model) { textures_->set_probes(model.result, model.probes); }
    /// Why part of the run cannot be drawn on this machine; empty when all can.
    [[nodiscard]] Message problem() const;

    /// Lays the views out in the rectangle of the current window (on screen). `live_texture` is the GPU's picture of
    /// the shown result, or 0. `above`, `below`: how much of the rectangle others lay something over, which pictures,
    /// titles and legends keep clear of as far as that costs nothing. paint() has to follow before the frame's end.
    void draw(const Model& model, ImVec2 min, ImVec2 max, uint32_t live_texture, Commands& commands, float above = 0,
              float below = 0);
    /// Draws their pictures, with the GPU's picture as it is now. Some may be drawn into `window`, the framebuffer that
    /// the frame is for, instead of textures; none: into textures all. `only`: the view that will be seen; none: all.
    void paint(uint32_t live_texture, uint64_t live_picture, std::optional<uint32_t> window,
               std::optional<size_t> only = std::nullopt);

    /// Rectangle of a view's picture in the last frame, on screen.
    struct Area {
        ImVec2 min, max;
        [[nodiscard]] render::Point size() const { return {max.x - min.x, max.y - min.y}; }
    };
    [[nodiscard]] const Area& area(size_t view) const { return areas_[view]; }
    /// What a view has drawn last into its texture, as shapes at `at`; nothing where the texture is not of a view.
    [[nodiscard]] std::optional<drawing::Group> shapes(ImTextureID texture, drawing::Rect at,
                                                       std::vector<std::string>& notes) const;
    /// Draws cells of the shown run over its views that show their buffer, into the current window: those that light
    /// up with a tint, those that are picked with a thick frame.
    void draw_marks(const Model& model, const LessonView& marks);
    void draw_lit(const Model& model, const std::shared_ptr<const insight::CellSet>& cells, bool picked) {
        draw_cells(model, cells, picked, false);
    }
    /// Returns whether the view shows the buffer that these cells are of.
    [[nodiscard]] bool marked_in(const Model& model, size_t view, const insight::CellSet& cells) const;
    /// The cells that a lesson lights up in a view; null: none.
    [[nodiscard]] const insight::CellSet* lit_in(const Model& model, size_t view) const;
    /// How many views there are, from 0; all but one of them may be hidden.
    [[nodiscard]] static size_t count(const Model& model);
    /// The view that has all the room; none where there are several, as with two runs.
    [[nodiscard]] static std::optional<size_t> alone(const Model& model);
    /// Returns whether another view has all the room, or there are only two. Its area is that of one that is shown.
    [[nodiscard]] static bool hidden(const Model& model, size_t view);
    /// Returns whether the views show single numbers and nothing else.
    [[nodiscard]] static bool only_numbers(const Model& model);
    /// "left", "lower right".
    [[nodiscard]] static std::string_view name(size_t view);
    /// The view under the cursor in the last frame.
    [[nodiscard]] std::optional<size_t> pointed_view() const { return pointed_view_; }
    /// Returns whether that view shows the pinned run, not the present one.
    [[nodiscard]] bool points_at_pinned(const Model& model) const {
        return pointed_view_ && of_baseline(model, *pointed_view_);
    }
    /// Returns whether there was such a frame.
    [[nodiscard]] bool laid_out() const { return laid_out_; }
    /// The opaque pictures of the last draw() and paint().
    [[nodiscard]] const std::vector<CoveredPart>& covered() const { return covered_; }
    /// For a card: what stands in the views to be read; for that of what is pinned its cell, too, and its thread's
    /// block, in each view that shows them.
    [[nodiscard]] std::vector<KeepInSight> kept_in_sight(const Model& model) const;
    /// Model::camera for showing the run's data, and idle threads beyond it, in a view of the last frame's size: all of
    /// them where an overlay shows them, else up to a third of the data's size; clear of what lies over its corners
    /// where that makes it little smaller.
    [[nodiscard]] render::Camera fitted(const Model& model, const session::RunResult& result) const;
    /// The cells of the run's output that views show, of which rows lie as they are stored; none where no view does.
    [[nodiscard]] std::optional<render::CellRect> in_sight(const Model& model) const;

private:
    ViewGrid();
    /// In views of the pinned run, or in those of the present one.
    void draw_cells(const Model& model, const std::shared_ptr<const insight::CellSet>& cells, bool picked, bool pinned);
    /// What a view shows of the model's run, or of `result`.
    [[nodiscard]] static render::Content content(const Model& model, size_t view);
    /// What the scene says about a view.
    [[nodiscard]] static const scene::View& choice(const Model& model, size_t view) {
        return model.scene->views[model.baseline.choice_of(view)];
    }
    [[nodiscard]] static render::Content content(const Model& model, const session::RunResult& result, size_t view);
    [[nodiscard]] static Form form(const Model& model, size_t view);
    [[nodiscard]] static render::ViewState heat_state(const Model& model, size_t view);
    /// The view whose plane Model::camera looks at: the output where it is shown.
    [[nodiscard]] static size_t leading(const Model& model);
    /// Returns whether a cell has the same place in this view as in the leading one, so that both share one camera.
    [[nodiscard]] static bool linked(const Model& model, const session::RunResult& result, size_t view);
    [[nodiscard]] static bool stands_left(size_t view) { return view % 2 == 0; }
    /// Returns whether the view stands at the left while two runs stand side by side.
    [[nodiscard]] static bool of_baseline(const Model& model, size_t view);
    /// The run that a view shows: `result`, or the baseline.
    [[nodiscard]] static const session::RunResult& run_of(const Model& model, const session::RunResult& result,
                                                          size_t view);
    /// Camera that shows what the view and those linked with it hold.
    [[nodiscard]] render::Camera fitted_to(const Model& model, const session::RunResult& result, size_t view) const;
    /// A camera of view `from` as one of view `to`: both are equally far from showing all they hold.
    [[nodiscard]] render::Camera moved(const Model& model, const render::Camera& camera, size_t from, size_t to) const;
    [[nodiscard]] render::Camera camera_of(const Model& model, size_t view) const;
    /// Gives the views their areas: of both ways to stand the one that shows more.
    void lay_out(const Model& model, ImVec2 min, ImVec2 max);
    void place(const Model& model, ImVec2 min, ImVec2 max, bool stacked);
    void place_four(const Model& model, ImVec2 min, ImVec2 max);
    /// The lines between the views, which can be dragged.
    void splitters(const Model& model, ImVec2 min, ImVec2 max, Commands& commands);
    /// What is laid over the upper and the lower edge of this view.
    [[nodiscard]] float above(size_t view) const { return named_ + (rows_ == 2 && view >= columns_ ? 0 : above_); }
    [[nodiscard]] float below(size_t view) const { return rows_ == 2 && view < columns_ ? 0 : below_; }
    /// How large what both views show would be in their areas; compares two ways to place them.
    [[nodiscard]] double size_of_contents(const Model& model) const;
    /// Title, pills and the button for one view alone, over the upper edge of the picture.
    void header(const Model& model, size_t view, Commands& commands);
    /// Its title alone, for a figure.
    void bare_header(const Model& model, size_t view, ImVec2 min, ImVec2 max);
    /// Which of two runs the view shows, in presentation mode, below what others lay over its upper edge.
    void run_name(const Model& model, size_t view);
    [[nodiscard]] static float run_name_height(const Model& model);
    /// Says over the picture when it is not of what is chosen, or of no launch at all.
    void banner(const Model& model, size_t view);
    /// What is written on cells and threads that the view shows.
    void notes(const Model& model, const Model& whole, size_t view, Commands& commands);
    void content_menu(const Model& model, size_t view, Commands& commands);
    /// Which edges of a view have strips of their own for what else lies over its cells.
    struct Strips {
        bool above = false, below = false;
    };
    /// Where numbers stand in the cells nothing may lie over these.
    [[nodiscard]] Strips strips(const Model& model, size_t view, const render::ViewState& state) const;
    void upper_strip(const Model& model, size_t view);
    /// Size of the map; none where the view shows nearly all, or has no room for one.
    [[nodiscard]] std::optional<ImVec2> map_size(const Model& model, size_t view, const render::ViewState& state) const;
    void minimap(const Model& model, size_t view, const render::ViewState& state, render::RunTextures& textures,
                 Commands& commands);
    /// Where the map stands; none where there is none.
    [[nodiscard]] std::optional<Area> map_area(const Model& model, size_t view, const render::ViewState& state) const;
    /// A small cube that says which slice and which block of a volume is meant.
    void cube(const Model& model, size_t view, Commands& commands);
    void cell_menu(const Model& model, size_t view, Commands& commands);
    void pills(const Model& model, size_t view, const std::vector<const render::OverlayInfo*>& shown, ImVec2 min,
               Commands& commands);
    /// `model` is of the run that the view shows, `whole` of the window.
    void picture(const Model& model, const Model& whole, size_t view, uint32_t live_texture, Commands& commands);
    void chart(const Model& model, size_t view, Form form, const SharedBytes& live, Commands& commands);
    void mouse(const Model& model, size_t view, Commands& commands);
    /// Notes that something stands there to be read, as far as it lies within the view.
    void put_sign(size_t view, const std::string& label, const Area& area);
    /// Draws the line over the lower edge of the picture.
    void legend(const Model& model, size_t view, const render::ViewState& state, Commands& commands);
    /// What View::draw() is told about a view, apart from what the GPU has drawn.
    [[nodiscard]] render::ViewState state_of(const Model& model, const Model& whole, size_t view) const;

    std::unique_ptr<render::RunTextures> textures_, baseline_textures_;
    static constexpr size_t most = std::tuple_size_v<scene::Views>;
    std::array<std::unique_ptr<render::View>, most> views_;
    std::array<std::unique_ptr<render::View>, most> maps_; // made when first needed
    std::unique_ptr<StretchCache> stretches_;
    std::array<Area, most> areas_{};
    /// What draw() has prepared, for paint(); one for each of covered_.
    struct Waiting {
        size_t index;
        render::View* view;
        render::RunTextures* textures;
        ImDrawList* list; // that shows the picture
    };
    std::vector<Waiting> waiting_;
    std::vector<CoveredPart> covered_;
    std::optional<size_t> pointed_view_;
    std::array<float, most> legend_tall_{};      // of the last frame, where all of it has to be seen
    std::array<std::vector<Area>, most> plates_; // that lie over the lower part of each view, of the last frame
    std::array<std::vector<Area>, most> signs_;  // what else stands in each view to be read: names, banner, cube, map
    float above_ = 0, below_ = 0;                // of draw()
    float named_ = 0;                            // height of run_name(); 0 where there is none
    struct Cube {
        ImVec2 at;         // its corner
        bool flat = false; // with its words beside it
        bool held = false;
    };
    Cube cube_; // of the last frame
    bool dragging_ = false, laid_out_ = false;
    size_t columns_ = 2, rows_ = 1; // as the views stand
};

} // namespace warpscope::ui
