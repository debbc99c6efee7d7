#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "render/gl/run_textures.hpp"

namespace warpscope::render {

namespace {

int64_t rows_of_step(int64_t row_bytes, int64_t rows_left) {
    constexpr int64_t step_bytes = 256 << 10;
    return std::min(rows_left, std::max<int64_t>(step_bytes / std::max<int64_t>(row_bytes, 1), 1));
}

bool find_range(RangeFinder& finder, PictureMap& map, UploadBudget& budget) {
    constexpr uint64_t elements_of_step = 64 << 10; // a fraction of a millisecond
    while (!finder.look(elements_of_step))
        if (budget.over()) return false;
    map.range = finder.range();
    map.constant = finder.constant();
    map.not_finite = {finder.not_finite(), finder.first_not_finite()};
    return true;
}

bool fits(RunMaps& maps, const Message& what, int64_t width, int64_t height) {
    GLint max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max);
    if (width <= max && height <= max) return true;
    if (maps.problem) return false;
    maps.problem.emplace();
    maps.problem->kind = ErrorKind::environment;
    maps.problem->message =
        msg("the {} is {} x {} cells, but this graphics driver draws at most {} x {}", what, width, height, max, max);
    maps.problem->hint = msg("open a smaller input; --output and --report work at any size");
    return false;
}

/// Texel: uint8_t for gray, uint32_t for colors.
template<class Texel>
class PictureUpload : public UploadTask {
public:
    using Done = std::function<void(const PictureMap&)>;

    PictureUpload(std::shared_ptr<PictureMap>& target, TexturePool& pool, const HostBuffer& source, const Plane& plane,
                  Done done)
        : target_(target)
        , pool_(pool)
        , plane_(plane)
        , map_(std::make_shared<PictureMap>(
              PictureMap{pool.take(format, static_cast<uint32_t>(plane_.width()),
                                   static_cast<uint32_t>(plane_.height()), Reduction::average),
                         plane_,
                         source,
                         {},
                         {},
                         {}}))
        , range_(map_->source)
        , upload_(map_->texture, Reduction::average)
        , done_(std::move(done)) {}

    bool step(UploadBudget& budget) override {
        const int64_t row_bytes = plane_.width() * static_cast<int64_t>(sizeof(Texel));
        if (colored_ != nullptr) return colored_->step(budget);
        if (!find_range(range_, *map_, budget)) return false;
        if (sizeof(Texel) == 1 && map_->not_finite.count > 0) {
            colored_ = std::make_unique<PictureUpload<uint32_t>>(target_, pool_, map_->source, plane_, done_);
            return colored_->step(budget);
        }
        while (row_ < plane_.height()) {
            if (budget.over()) return false;
            const int64_t rows = rows_of_step(row_bytes, plane_.height() - row_);
            pixels_.resize(static_cast<size_t>(rows * plane_.width()));
            picture_rows(map_->source, plane_, map_->range, row_, rows, std::span<Texel>(pixels_));
            upload_.push(pixels_);
            row_ += rows;
            budget.spend(static_cast<uint64_t>(rows * row_bytes));
        }
        if (!upload_.finish(budget)) return false;
        target_ = map_;
        done_(*map_);
        return true;
    }

private:
    static constexpr gl::PixelFormat format = sizeof(Texel) == 1 ? gl::PixelFormat::r8 : gl::PixelFormat::rgba8;

    std::shared_ptr<PictureMap>& target_;
    TexturePool& pool_;
    Plane plane_;
    std::shared_ptr<PictureMap> map_;
    RangeFinder range_;
    MipmapUpload<Texel> upload_;
    Done done_;
    std::vector<Texel> pixels_;
    int64_t row_ = 0;
    std::unique_ptr<UploadTask> colored_; // replaces this gray upload for non-finite values
};

class LayerUpload : public UploadTask {
public:
    using Make = std::function<std::unique_ptr<LayerBuilder>()>;

    LayerUpload(std::shared_ptr<LayerMap>& target, TexturePool& pool, std::unique_ptr<LayerBuilder> builder, Make make)
        : target_(target)
        , pool_(pool)
        , make_(std::move(make))
        , builder_(std::move(builder))
        , map_(std::make_shared<LayerMap>()) {
        map_->rect = builder_->rect();
        map_->config = builder_->config();
        map_->format = builder_->format();
        map_->surviving = builder_->surviving();
        map_->marks = take(gl::PixelFormat::r8ui, Reduction::any);
        map_->keys_follow = builder_->keys_may_follow();
        start();
    }

    bool step(UploadBudget& budget) override {
        const CellRect& rect = map_->rect;
        const int64_t row_bytes = rect.width * 5;
        while (row_ < rect.height) {
            if (budget.over()) return false;
            const int64_t rows = rows_of_step(row_bytes, rect.height - row_);
            keys_.resize(static_cast<size_t>(rows * rect.width));
            marks_.resize(keys_.size());
            builder_->build(row_, rows, keys_, marks_);
            if (map_->keys_follow && !builder_->keys_follow(row_, keys_, marks_)) {
                map_->keys_follow = false; // starts again with a texture for keys
                builder_ = make_();
                start();
                continue;
            }
            blocks_.add_rows(keys_, static_cast<size_t>(rect.width));
            if (keys_upload_) keys_upload_->push(keys_);
            marks_upload_->push(marks_);
            row_ += rows;
            budget.spend(static_cast<uint64_t>(rows * row_bytes));
        }
        if (!marks_upload_->finish(budget)) return false;
        map_->pieces = builder_->take_pieces();
        map_->block_size = builder_->mean_block_size();
        map_->blocks = blocks_.found();
        target_ = map_;
        return true;
    }

private:
    [[nodiscard]] GridTexture take(gl::PixelFormat format, Reduction reduction) {
        return pool_.take(format, static_cast<uint32_t>(map_->rect.width), static_cast<uint32_t>(map_->rect.height),
                          reduction);
    }
    void start() {
        row_ = 0;
        blocks_ = BlockGridFinder(map_->format.block_shift());
        marks_upload_.emplace(map_->marks, Reduction::any);
        if (map_->keys_follow) return;
        map_->keys = take(gl::PixelFormat::r32ui, Reduction::none);
        keys_upload_.emplace(map_->keys, Reduction::none);
    }

    std::shared_ptr<LayerMap>& target_;
    TexturePool& pool_;
    Make make_;
    std::unique_ptr<LayerBuilder> builder_;
    std::shared_ptr<LayerMap> map_;
    std::optional<MipmapUpload<uint8_t>> marks_upload_;
    std::optional<MipmapUpload<uint32_t>> keys_upload_;
    BlockGridFinder blocks_{0};
    std::vector<uint32_t> keys_;
    std::vector<uint8_t> marks_;
    int64_t row_ = 0;
};

class LaunchPictureUpload : public UploadTask {
public:
    LaunchPictureUpload(RunMaps& maps, TexturePool& pool)
        : maps_(maps)
        , plane_(plane_of(*maps.result, Space::launch))
        , places_(maps.result->shown().config, plane_)
        , map_(std::make_shared<PictureMap>(
              PictureMap{pool.take(gl::PixelFormat::rgba8, static_cast<uint32_t>(plane_.width()),
                                   static_cast<uint32_t>(plane_.height()), Reduction::average),
                         plane_,
                         maps.result->output,
                         {},
                         {},
                         {}}))
        , range_(map_->source)
        , upload_(map_->texture, Reduction::average) {
        map_->cells.resize(static_cast<size_t>(plane_.width() * plane_.height()));
    }

    bool step(UploadBudget& budget) override {
        constexpr uint64_t cells_per_step = 64 << 10;
        const metrics::CellArray& owner = *owner_map(*maps_.result);
        if (!find_range(range_, *map_, budget)) return false;
        while (cell_ < owner.size()) {
            if (budget.over()) return false;
            const uint64_t end = std::min<uint64_t>(cell_ + cells_per_step, owner.size());
            for (uint64_t cell = cell_; cell < end; ++cell) {
                if (owner[cell] == 0) continue;
                const CellIndex place = places_.of(owner[cell]);
                map_->cells[static_cast<size_t>(place.y * plane_.width() + place.x)] = static_cast<uint32_t>(cell + 1);
            }
            budget.spend((end - cell_) * 32);
            cell_ = end;
        }
        while (row_ < plane_.height()) {
            if (budget.over()) return false;
            const int64_t rows = rows_of_step(plane_.width() * 4, plane_.height() - row_);
            pixels_.resize(static_cast<size_t>(rows * plane_.width()));
            for (size_t i = 0; i < pixels_.size(); ++i) {
                const uint32_t cell = map_->cells[static_cast<size_t>(row_ * plane_.width()) + i];
                pixels_[i] = cell == 0 ? 0 : cell_color(map_->source, map_->range, cell - 1);
            }
            upload_.push(pixels_);
            row_ += rows;
            budget.spend(static_cast<uint64_t>(rows * plane_.width() * 4));
        }
        if (!upload_.finish(budget)) return false;
        maps_.launch_picture = map_;
        return true;
    }

private:
    RunMaps& maps_;
    Plane plane_;
    LaunchPlaces places_;
    std::shared_ptr<PictureMap> map_;
    RangeFinder range_;
    MipmapUpload<uint32_t> upload_;
    std::vector<uint32_t> pixels_;
    uint64_t cell_ = 0;
    int64_t row_ = 0;
};

class HeatUpload : public UploadTask {
public:
    HeatUpload(RunMaps& maps, TexturePool& pool, std::shared_ptr<HeatMap> map)
        : maps_(maps)
        , map_(std::move(map)) {
        const CellRect& rect = map_->rect = map_->field->rect();
        const auto width = static_cast<uint32_t>(rect.width), height = static_cast<uint32_t>(rect.height);
        map_->tinted = map_->field->tinted();
        map_->texture =
            pool.take(map_->tinted ? gl::PixelFormat::rgba8 : gl::PixelFormat::rg8, width, height, Reduction::average);
        if (map_->tinted)
            tints_upload_.emplace(map_->texture, map_->field->sparse() ? Reduction::highest : Reduction::average);
        else
            levels_upload_.emplace(map_->texture, Reduction::average);
    }

    bool step(UploadBudget& budget) override {
        const CellRect& rect = map_->rect;
        while (row_ < rect.height) {
            if (budget.over()) return false;
            const int64_t row_bytes = rect.width * 8;
            const int64_t rows = rows_of_step(row_bytes, rect.height - row_);
            const auto places = static_cast<size_t>(rows * rect.width);
            if (tints_upload_) {
                tints_.resize(places);
                map_->field->tints(row_, rows, tints_);
                tints_upload_->push(tints_);
            } else {
                levels_.resize(places);
                map_->field->levels(row_, rows, levels_);
                levels_upload_->push(levels_);
            }
            row_ += rows;
            budget.spend(static_cast<uint64_t>(rows * row_bytes));
        }
        if (!(tints_upload_ ? tints_upload_->finish(budget) : levels_upload_->finish(budget))) return false;
        maps_.heats.push_back(map_);
        return true;
    }

private:
    RunMaps& maps_;
    std::shared_ptr<HeatMap> map_;
    std::optional<MipmapUpload<uint16_t>> levels_upload_;
    std::optional<MipmapUpload<uint32_t>> tints_upload_;
    std::vector<uint16_t> levels_;
    std::vector<uint32_t> tints_;
    int64_t row_ = 0;
};

bool same_picture(const std::shared_ptr<PictureMap>& map, const HostBuffer& source, const Plane& plane) {
    return map != nullptr && map->source.bytes == source.bytes && map->source.layout == source.layout &&
           map->plane == plane;
}

} // namespace

std::unique_ptr<UploadTask> upload_picture(RunMaps& maps, TexturePool& pool, const Content& content) {
    const HostBuffer source = contents_of(*maps.result, content);
    std::shared_ptr<PictureMap>& target = content == Content(Space::input)    ? maps.input
                                          : content == Content(Space::output) ? maps.output
                                                                              : maps.others[content].picture;
    const Plane plane = plane_of(*maps.result, content);
    const auto keep_count = [result = maps.result, content](const PictureMap& map) {
        result->derived.get<NotFinite>(NotFinite::key(*result, content), [&] { return map.not_finite; });
        result->derived.get<ValueScale>(NotFinite::key(*result, content), [&] {
            return ValueScale{map.range, map.constant};
        });
    };
    if (same_picture(target, source, plane)) {
        keep_count(*target);
        return nullptr;
    }
    target.reset();
    const Message what = content.space == Space::input    ? msg("input")
                         : content.space == Space::output ? msg("output")
                                                          : msg("buffer '{}'", source.layout.name);
    if (source.bytes == nullptr || source.bytes->size() < source.layout.bytes() ||
        !fits(maps, what, plane.width(), plane.height()))
        return nullptr;
    if (is_gray(source, plane))
        return std::make_unique<PictureUpload<uint8_t>>(target, pool, source, plane, keep_count);
    return std::make_unique<PictureUpload<uint32_t>>(target, pool, source, plane, keep_count);
}

std::unique_ptr<UploadTask> upload_layer(RunMaps& maps, TexturePool& pool, const Content& content) {
    auto make = [result = maps.result, content, surviving = maps.surviving] {
        return LayerBuilder::create(*result, content, surviving);
    };
    std::unique_ptr<LayerBuilder> builder = make();
    const bool launch = content.space == Space::launch;
    if (builder == nullptr || !fits(maps, launch ? msg("launch") : msg("output with the threads beyond its edge"),
                                    builder->rect().width, builder->rect().height))
        return nullptr;
    std::shared_ptr<LayerMap>& target = launch                              ? maps.launch
                                        : content == Content(Space::output) ? maps.data
                                                                            : maps.others[content].layer;
    return std::make_unique<LayerUpload>(target, pool, std::move(builder), std::move(make));
}

std::unique_ptr<UploadTask> upload_launch_picture(RunMaps& maps, TexturePool& pool) {
    const Plane plane = plane_of(*maps.result, Space::launch);
    const HostBuffer& output = maps.result->output;
    if (owner_map(*maps.result) == nullptr || output.bytes == nullptr || output.bytes->size() < output.layout.bytes() ||
        !fits(maps, msg("launch"), plane.width(), plane.height()))
        return nullptr;
    return std::make_unique<LaunchPictureUpload>(maps, pool);
}

std::unique_ptr<UploadTask> upload_heat(RunMaps& maps, TexturePool& pool, const HeatRequest& request,
                                        std::shared_ptr<const metrics::Probe> probe) {
    auto map = std::make_shared<HeatMap>();
    map->request = request;
    map->probe = probe;
    map->field = HeatField::create(maps.result, request.content, request.choice, std::move(probe));
    if (map->field != nullptr && !fits(maps, msg("map of costs"), map->field->rect().width, map->field->rect().height))
        map->field.reset();
    if (map->field == nullptr) {
        maps.heats.push_back(std::move(map));
        return nullptr;
    }
    return std::make_unique<HeatUpload>(maps, pool, std::move(map));
}

} // namespace warpscope::render
