#include "render/maps/owner_layer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope::render {

bool is_diverged(const metrics::LaunchMeasurement& launch, uint64_t warp, const metrics::Probe* surviving) {
    const std::vector<metrics::WarpRecord>& warps = launch.divergence.warps;
    if (warp >= warps.size() || warps[warp].kind != metrics::WarpClass::diverged) return false;
    return surviving == nullptr || (warp < surviving->warps.size() && surviving->warps[warp].splits > 0);
}

uint64_t diverged_warps(const session::RunResult& result, const metrics::Probe* surviving) {
    struct DivergedWarps {
        uint64_t count = 0;
    };
    if (surviving == nullptr) return result.shown().divergence.divergent_warps;
    const auto count = [&] {
        DivergedWarps diverged;
        for (uint64_t warp = 0; warp < surviving->warps.size(); ++warp)
            diverged.count += is_diverged(result.shown(), warp, surviving) ? 1 : 0;
        return diverged;
    };
    return result.derived.newest<DivergedWarps>({reinterpret_cast<uintptr_t>(surviving)}, count)->count;
}

double diverged_share(const session::RunResult& result, const metrics::Probe* surviving) {
    const uint64_t warps = result.shown().config.warps();
    return warps == 0 ? 0 : static_cast<double>(diverged_warps(result, surviving)) / static_cast<double>(warps);
}

std::optional<KeyFormat> KeyFormat::of(const LaunchConfig& config) {
    KeyFormat format;
    format.thread_bits = std::max(5u, static_cast<uint32_t>(std::bit_width(config.threads_per_block() - 1)));
    if (config.blocks() >= uint64_t{1} << (32 - format.block_shift())) return std::nullopt;
    return format;
}

std::optional<instrument::LayerPlan> layer_plan(const session::RunResult& result, const LaunchConfig& config) {
    metrics::LaunchMeasurement launch;
    launch.config = config;
    launch.ownership.placement = result.shown().ownership.placement;
    const std::optional<KeyFormat> format = KeyFormat::of(config);
    const Plane plane = plane_of(result, Space::output);
    if (!format || owner_map(result) == nullptr || !plane.gapless()) return std::nullopt;
    instrument::LayerPlan out;
    out.placed = has_places(launch, plane);
    const metrics::Placement& p = launch.ownership.placement;
    const bool plain =
        p.origin_x == 0 && p.origin_y == 0 && p.x_per_x == 1 && p.y_per_x == 0 && p.x_per_y == 0 && p.y_per_y == 1;
    // A single row of threads leaves x_per_y and y_per_y unused.
    const bool one_row = launch.config.grid.y * launch.config.block.y == 1 && p.origin_x == 0 && p.origin_y == 0 &&
                         p.x_per_x == 1 && p.y_per_x == 0;
    if (out.placed && !plain && !one_row) return std::nullopt;
    const CellRect rect = extent_with_idle_threads(launch, plane);
    if (rect.width * rect.height >= int64_t{1} << 30) return std::nullopt;
    out.data_width = static_cast<uint32_t>(plane.width());
    out.data_height = static_cast<uint32_t>(plane.height());
    out.width = static_cast<uint32_t>(rect.width);
    out.height = static_cast<uint32_t>(rect.height);
    out.key_shift = format->block_shift();
    return out;
}

PlaceThreads::PlaceThreads(const session::RunResult& result, const Content& content)
    : launch_(result.shown())
    , owner_(threads_of(result, content))
    , launch_space_(content.space == Space::launch)
    , of_output_(launch_space_ || (owner_ != nullptr && owner_ == owner_map(result)))
    , adds_up_(result.prepared.adds_up)
    , plane_(plane_of(result, content))
    , rect_(plane_.rect()) {
    if (owner_ != nullptr && of_output_ && plane_ == plane_of(result, Space::output)) {
        rect_ = extent_with_idle_threads(launch_, plane_);
        placed_ = has_places(launch_, plane_);
    }
}

bool PlaceThreads::is_idle(metrics::ThreadId thread) const {
    return of_output_ && !adds_up_ && !owns_cell(launch_.ownership, thread);
}

metrics::ThreadId PlaceThreads::idle_thread_at(CellIndex place) const {
    if (!placed_) return 0;
    const metrics::ThreadId thread = placed_thread(launch_, plane_, place);
    return thread != 0 && !owns_cell(launch_.ownership, thread) ? thread : 0;
}

void PlaceThreads::row(int64_t x, int64_t y, std::span<metrics::ThreadId> threads) const {
    if (launch_space_) {
        LaunchPlaces(launch_.config, plane_).row(y, threads);
        return;
    }
    const auto end = x + static_cast<int64_t>(threads.size());
    std::fill(threads.begin(), threads.end(), 0);
    if (owner_ != nullptr && plane_.gapless() && y >= 0 && y < plane_.height()) {
        const int64_t from = std::max<int64_t>(x, 0), to = std::min(end, plane_.width());
        if (from < to)
            std::copy_n(owner_->begin() + y * plane_.width() + from, to - from, threads.begin() + (from - x));
    } else if (owner_ != nullptr) {
        for (size_t i = 0; i < threads.size(); ++i)
            if (const auto index = plane_.index_at({x + static_cast<int64_t>(i), y})) threads[i] = (*owner_)[*index];
    }
    if (!placed_) return;
    for (size_t i = 0; i < threads.size(); ++i)
        if (threads[i] == 0) threads[i] = idle_thread_at({x + static_cast<int64_t>(i), y});
}

std::unique_ptr<LayerBuilder> LayerBuilder::create(const session::RunResult& result, const Content& content,
                                                   std::shared_ptr<const metrics::Probe> surviving) {
    const std::optional<KeyFormat> format = KeyFormat::of(result.shown().config);
    // Even an output without owners has a layer, which marks unwritten cells.
    const bool unwritten = content.space == Space::output && result.unwritten_cells() > 0;
    const bool known = content.space == Space::launch || unwritten || threads_of(result, content) != nullptr;
    if (!format || !known) return nullptr;
    return std::unique_ptr<LayerBuilder>(new LayerBuilder(result, content, *format, std::move(surviving)));
}

LayerBuilder::LayerBuilder(const session::RunResult& result, const Content& content, KeyFormat format,
                           std::shared_ptr<const metrics::Probe> surviving)
    : launch_(result.shown())
    , places_(result, content)
    , format_(format)
    , surviving_(std::move(surviving)) {
    threads_.resize(static_cast<size_t>(rect().width));
    previous_row_.resize(threads_.size());
    piece_above_.resize(threads_.size());
    const Dim3 &grid = launch_.config.grid, &block = launch_.config.block;
    if (grid.z != 1 || block.z != 1 || rect().x != 0 || rect().y != 0) return;
    column_keys_.resize(threads_.size());
    for (uint32_t x = 0; x < column_keys_.size(); ++x)
        column_keys_[x] = format_.key(x / block.x, x % block.x, false) - format_.key(0, 0, false);
}

void LayerBuilder::build(int64_t row, int64_t rows, std::span<uint32_t> keys, std::span<uint8_t> marks) {
    const size_t width = threads_.size();
    for (int64_t i = 0; i < rows; ++i) {
        const int64_t y = rect().y + row + i;
        places_.row(rect().x, y, threads_);
        const size_t first = static_cast<size_t>(i) * width;
        encode(threads_, y, keys.subspan(first, width), marks.subspan(first, width));
    }
}

bool LayerBuilder::keys_may_follow() const { return !column_keys_.empty(); }

bool LayerBuilder::keys_follow(int64_t row, std::span<const uint32_t> keys, std::span<const uint8_t> marks) const {
    const Dim3& block = launch_.config.block;
    const size_t width = column_keys_.size();
    for (size_t first = 0; first < keys.size(); first += width, ++row) {
        const auto y = static_cast<uint32_t>(row);
        const uint32_t row_key =
            format_.key(uint64_t{y / block.y} * launch_.config.grid.x, y % block.y * block.x, false);
        uint32_t apart = 0; // no branches, for vectorization
        for (size_t x = 0; x < width; ++x) {
            const uint32_t mark = marks[first + x];
            const uint32_t occupied = (mark & (mark_owned | mark_idle)) != 0 ? ~0u : 0u;
            const uint32_t key = row_key + column_keys_[x] + ((mark & mark_idle) != 0 ? 1u : 0u);
            apart |= keys[first + x] ^ (key & occupied);
        }
        if (apart != 0) return false;
    }
    return true;
}

void LayerBuilder::encode(std::span<const metrics::ThreadId> threads, int64_t y, std::span<uint32_t> keys,
                          std::span<uint8_t> marks) {
    const uint64_t per_block = launch_.config.threads_per_block();
    const uint64_t warps_per_block = launch_.config.warps_per_block();
    const std::vector<metrics::WarpRecord>& warps = launch_.divergence.warps;
    const bool first_row = y == rect().y;
    uint64_t block_begin = 1, block_end = 1, block = 0;
    uint64_t warp = ~uint64_t{0};
    uint8_t warp_mark = 0;
    int64_t run_start = 0;
    const auto close_run = [&](int64_t end) {
        if (run_start == end || keys[static_cast<size_t>(run_start)] == 0) return;
        add_run((keys[static_cast<size_t>(run_start)] >> format_.block_shift()) - 1, run_start, end, y);
    };
    for (size_t i = 0; i < threads.size(); ++i) {
        const metrics::ThreadId id = threads[i];
        uint32_t key = 0;
        uint8_t mark = 0;
        if (id != 0) {
            if (id < block_begin || id >= block_end) {
                block = (id - 1) / per_block;
                block_begin = block * per_block + 1;
                block_end = block_begin + per_block;
            }
            const auto local = static_cast<uint32_t>(id - block_begin);
            if (const uint64_t w = block * warps_per_block + local / warp_size; w != warp) {
                warp = w;
                const metrics::WarpClass kind = w < warps.size() ? warps[w].kind : metrics::WarpClass::converged;
                warp_mark = is_diverged(launch_, w, surviving_.get()) ? mark_diverged
                            : kind == metrics::WarpClass::partly_idle ? mark_partly_idle
                                                                      : 0;
            }
            const bool is_idle = places_.is_idle(id);
            key = format_.key(block, local, is_idle);
            mark = static_cast<uint8_t>(warp_mark | (is_idle ? mark_idle : mark_owned));
            ++cells_;
        }
        keys[i] = key;
        marks[i] = mark;
        if (i > 0 && keys[i - 1] >> format_.block_shift() != key >> format_.block_shift()) {
            close_run(static_cast<int64_t>(i));
            run_start = static_cast<int64_t>(i);
            ++changes_x_;
        }
        if (!first_row && previous_row_[i] >> format_.block_shift() != key >> format_.block_shift()) ++changes_y_;
    }
    close_run(static_cast<int64_t>(threads.size()));
    std::copy(keys.begin(), keys.end(), previous_row_.begin());
}

void LayerBuilder::add_run(uint32_t block, int64_t begin, int64_t end, int64_t y) {
    constexpr size_t max_pieces = size_t{2} << 20;
    if (too_many_pieces_) return;
    const auto left = static_cast<int32_t>(rect().x + begin), right = static_cast<int32_t>(rect().x + end - 1);
    const auto line = static_cast<int32_t>(y);
    const auto first = static_cast<size_t>(begin), last = static_cast<size_t>(end);
    size_t above = first;
    while (above < last && previous_row_[above] >> format_.block_shift() != block + 1) ++above;
    const auto piece = static_cast<uint32_t>(above < last ? piece_above_[above] : pieces_.size());
    std::fill(piece_above_.begin() + begin, piece_above_.begin() + end, piece);
    if (above == last) {
        too_many_pieces_ = pieces_.size() == max_pieces;
        if (!too_many_pieces_) pieces_.push_back({block, left, line, right, line, {block, left, line, right, line}});
        return;
    }
    GrowingPiece& now = pieces_[piece];
    if (left != now.left || right != now.right) now = {block, left, line, right, line, now.largest};
    now.bottom = line;
    const auto cells = [](const auto& r) { return (int64_t{r.right} - r.left + 1) * (int64_t{r.bottom} - r.top + 1); };
    if (cells(now) > cells(now.largest)) now.largest = {block, now.left, now.top, now.right, now.bottom};
}

std::vector<LayerBuilder::BlockPiece> LayerBuilder::take_pieces() {
    std::vector<BlockPiece> pieces;
    const std::vector<GrowingPiece> grown = std::exchange(pieces_, {});
    if (too_many_pieces_) return pieces;
    pieces.reserve(grown.size());
    for (const GrowingPiece& piece : grown) pieces.push_back(piece.largest);
    return pieces;
}

BlockExtent LayerBuilder::mean_block_size() const {
    const double cells = static_cast<double>(cells_);
    const double lines_x = static_cast<double>(rect().height), lines_y = static_cast<double>(rect().width);
    return {cells / (static_cast<double>(changes_x_) + lines_x), cells / (static_cast<double>(changes_y_) + lines_y),
            rect().width == 1 || rect().height == 1};
}

} // namespace warpscope::render
