// Requires a current OpenGL context. Large uploads take several frames, which show the previous run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/drawing.hpp"
#include "render/upload_budget.hpp"
#include "render/view_state.hpp"

struct ImDrawList;
struct ImVec2;

namespace warpscope::instrument {
struct LayerPlan;
}

namespace warpscope::render {

void draw_swatch(ImDrawList& list, const LegendEntry& entry, Point top_left, Point size, const Theme& theme);
void draw_finding_mark(ImDrawList& list, ImVec2 middle, float radius);

class RunTextures {
public:
    [[nodiscard]] static Result<std::unique_ptr<RunTextures>> create();
    ~RunTextures();

    /// Call once per frame. Returns true when everything is up to date.
    bool update(const std::shared_ptr<const session::RunResult>& result,
                const std::shared_ptr<const metrics::BlockTrace>& trace,
                UploadBudget budget = UploadBudget::of_frame());
    /// Must be called before update().
    void set_probes(const std::shared_ptr<const session::RunResult>& run, const Probes& probes);
    /// Returns the latest run with complete textures, or null.
    [[nodiscard]] std::shared_ptr<const session::RunResult> shown() const;
    [[nodiscard]] std::optional<Diagnostic> problem() const;

    struct OpenLayer {
        uint32_t keys = 0, marks = 0; // `keys` is 0 if the shader computes them
        friend bool operator==(const OpenLayer&, const OpenLayer&) = default;
    };
    /// Makes or reuses textures that the GPU fills. `filled`: every place has a thread. Returns nullopt while another
    /// run is shown.
    [[nodiscard]] std::optional<OpenLayer> open_layer(const std::shared_ptr<const session::RunResult>& run,
                                                      const LaunchConfig& config, const instrument::LayerPlan& plan,
                                                      bool filled);
    /// Shows open_layer() instead of the run's layer. Hides block numbers if the launches differ.
    void show_open_layer(bool on);
    [[nodiscard]] bool shows_open_layer() const;

    /// Works like open_layer() for heat maps. `newer`: the maps belong to a later launch. Returns nullopt while another
    /// run is shown.
    [[nodiscard]] std::optional<std::vector<uint32_t>> open_heat(const std::shared_ptr<const session::RunResult>& run,
                                                                 const std::vector<Content>& contents, bool newer);
    void show_open_heat(bool on);
    [[nodiscard]] bool shows_open_heat() const;

    struct Impl;
    [[nodiscard]] Impl& impl() { return *impl_; }

private:
    explicit RunTextures(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

struct NameArea {
    Point low, high;
};

class View {
public:
    [[nodiscard]] static Result<std::unique_ptr<View>> create();
    ~View();

    /// Returns the texture, bottom row first: use uv (0,1)-(1,0).
    uint32_t draw(RunTextures& run, const ViewState& state, uint32_t width, uint32_t height);
    /// Does the first half of draw(), so that a kernel can start before paint(). Call it again after an update of
    /// `run`.
    uint32_t prepare(RunTextures& run, const ViewState& state, uint32_t width, uint32_t height);
    enum class Painted : uint8_t { nothing, texture, window };
    /// Draws new pictures of a kernel directly to `window`, because copies are slow on compute GPUs.
    Painted paint(RunTextures& run, uint32_t live_texture, uint64_t live_picture,
                  const std::optional<WindowPart>& window = std::nullopt);
    [[nodiscard]] uint64_t drawings() const;
    void draw_text(ImDrawList& list, const session::RunResult& result, const ViewState& state, Point origin,
                   Point size) const;
    [[nodiscard]] const std::vector<NameArea>& names() const;
    /// Returns groups of shapes, or an image for live pictures and too many shapes. Explains images in `notes`.
    [[nodiscard]] drawing::Group shapes(const session::RunResult& result, Point origin,
                                        std::vector<std::string>& notes) const;
    [[nodiscard]] uint32_t texture() const;

    struct Impl;

private:
    explicit View(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::render
