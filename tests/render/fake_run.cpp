#include "render/fake_run.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace warpscope::test {

namespace {

class FakeMeasured : public metrics::Measured {
public:
    FakeMeasured(std::vector<metrics::LaunchMeasurement> launches, ExecutionPlan plan)
        : launches_(std::move(launches))
        , plan_(std::move(plan)) {}
    const std::vector<metrics::LaunchMeasurement>& launches() const override { return launches_; }
    HostBuffer buffer(uint32_t) const override { return {}; }
    const simt::Program& program() const override { std::abort(); } // never called by drawing code
    const ExecutionPlan& plan() const override { return plan_; }
    bool canceled() const override { return false; }
    Result<metrics::BlockTrace> trace_block(uint32_t, uint64_t, const std::atomic<bool>*) const override {
        return fail(ErrorKind::usage, "a fake run has no trace");
    }
    Result<metrics::Probe> probe(const metrics::ProbeRequest&, const std::atomic<bool>*) const override {
        return fail(ErrorKind::usage, "nothing can be measured again here");
    }
    std::optional<metrics::BufferCell> locate(uint64_t address) const override {
        if (address >> 32 == 0) return std::nullopt;
        return metrics::BufferCell{static_cast<uint32_t>((address >> 32) - 1), address & 0xffffffffu};
    }
    std::optional<metrics::BufferElement> element(uint64_t) const override { return std::nullopt; }

private:
    std::vector<metrics::LaunchMeasurement> launches_;
    ExecutionPlan plan_;
};

using Rgb = std::array<double, 3>;

/// Returns the color at (u, v), each in [0, 1], of a landscape with sky, sun, hills, a boat and water.
Rgb landscape(double u, double v, double texture) {
    Rgb c{120 + 90 * v, 165 + 40 * v, 225 - 20 * v};
    const double sun = std::hypot(u - 0.7, (v - 0.2) * 0.8);
    if (sun < 0.08)
        c = {255, 236, 160};
    else if (sun < 0.2)
        for (size_t k = 0; k < 3; ++k) c[k] += (Rgb{255, 236, 160}[k] - c[k]) * 0.6 * (0.2 - sun) / 0.12;
    const double far_hill = 0.47 - 0.16 * std::exp(-std::pow((u - 0.55) / 0.13, 2)) - 0.05 * std::sin(u * 9);
    if (v > far_hill) c = {86, 106, 120};
    if (v > 0.5 + 0.02 * std::sin(u * 14)) c = {78, 118, 92};
    if (v > 0.56) {
        c = {38 + 30 * (1 - v), 92, 126 + 40 * (v - 0.56)};
        if (std::abs(u - 0.7) < 0.06 && std::fmod(v * 40, 2.0) < 1) c = {190, 200, 170};
    }
    const double mast = u - 0.3;
    if (v > 0.32 && v < 0.62 && mast > 0 && mast < (v - 0.32) * 0.34) c = {246, 243, 236};
    if (v > 0.62 && v < 0.69 && std::abs(mast - 0.02) < 0.11 - (v - 0.62)) c = {196, 70, 60};
    for (double& k : c) k = std::clamp(k + texture, 0.0, 255.0);
    return c;
}

HostBuffer make_picture(const Shape& shape, uint32_t channels, ElementType type) {
    HostBuffer buffer{{"input", type, channels, shape}, nullptr};
    Bytes bytes(buffer.layout.bytes());
    uint32_t noise = 12345;
    for (uint64_t cell = 0; cell < shape.cells(); ++cell) {
        const double u = (cell % shape.width + 0.5) / shape.width, v = (cell / shape.width + 0.5) / shape.height;
        noise = noise * 1664525u + 1013904223u;
        const Rgb c = landscape(u, v, (noise >> 28) - 7.5);
        for (uint32_t k = 0; k < channels; ++k) {
            const double value = channels == 1 ? 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2] : c[k % 3];
            store_element(bytes.data(), type, cell * channels + k, is_floating(type) ? value / 255 : value);
        }
    }
    buffer.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return buffer;
}

HostBuffer blurred(const HostBuffer& in, int radius) {
    HostBuffer out{in.layout, nullptr};
    out.layout.name = "output";
    Bytes bytes(in.layout.bytes());
    const Shape& s = in.layout.shape;
    for (int64_t y = 0; y < s.height; ++y)
        for (int64_t x = 0; x < s.width; ++x)
            for (uint32_t k = 0; k < in.layout.channels; ++k) {
                double sum = 0, cells = 0;
                for (int64_t v = std::max<int64_t>(y - radius, 0); v <= std::min<int64_t>(y + radius, s.height - 1);
                     ++v)
                    for (int64_t u = std::max<int64_t>(x - radius, 0); u <= std::min<int64_t>(x + radius, s.width - 1);
                         ++u, ++cells)
                        sum += element_as_double(in.bytes->data(), in.layout.type,
                                                 static_cast<uint64_t>(v * s.width + u) * in.layout.channels + k);
                store_element(bytes.data(), in.layout.type,
                              static_cast<uint64_t>(y * s.width + x) * in.layout.channels + k, sum / cells);
            }
    out.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return out;
}

metrics::LaunchMeasurement make_launch(const FakeSettings& settings) {
    const Shape& s = settings.shape;
    const Dim3& b = settings.block;
    const uint32_t coarse = settings.cells_per_thread;
    metrics::LaunchMeasurement launch;
    launch.config.block = b;
    launch.config.grid = {(s.width + b.x * coarse - 1) / (b.x * coarse), (s.height + b.y - 1) / b.y, 1};
    launch.kernel = "fake";
    metrics::CellMaps out{1, {}, {}, {}}, in{0, {}, {}, {}};
    metrics::Ownership& own = launch.ownership;
    own.owner_bits.resize((launch.config.threads() + 63) / 64);
    own.owners_per_block.resize(launch.config.blocks());
    launch.divergence.warps.resize(launch.config.warps());
    std::vector<uint32_t> active(launch.config.warps()); // number of lanes that pass the guard
    const uint64_t threads = launch.config.threads_per_block();
    if (settings.owns) out.owner.assign(s.cells(), 0);
    for (uint64_t cell = 0; settings.owns && cell < s.cells(); ++cell) {
        const auto x = static_cast<uint32_t>(cell % s.width) / coarse, y = static_cast<uint32_t>(cell / s.width);
        const uint64_t block = linear_index({x / b.x, y / b.y, 0}, launch.config.grid);
        const uint64_t thread = linear_index({x % b.x, y % b.y, 0}, b);
        const uint64_t id = block * threads + thread;
        out.owner[cell] = static_cast<metrics::ThreadId>(id + 1);
        if ((own.owner_bits[id / 64] >> (id % 64) & 1) != 0) continue;
        own.owner_bits[id / 64] |= uint64_t{1} << (id % 64);
        ++own.owners;
        ++own.owners_per_block[block];
        ++active[block * launch.config.warps_per_block() + thread / warp_size];
    }
    own.idle_threads = launch.config.threads() - own.owners;
    own.helpers = settings.helpers;
    for (const uint32_t owners : own.owners_per_block) ++own.blocks_by_owners[owners];
    if (coarse == 1 && settings.owns) own.placement = {true, 0, 0, 1, 0, 0, 1};
    for (uint64_t warp = 0; warp < active.size(); ++warp) {
        const uint64_t first = warp % launch.config.warps_per_block() * warp_size;
        const uint64_t lanes = std::min<uint64_t>(threads - first, warp_size);
        metrics::WarpClass& kind = launch.divergence.warps[warp].kind;
        if (active[warp] == 0)
            kind = metrics::WarpClass::idle;
        else if (active[warp] < lanes)
            kind = metrics::WarpClass::diverged;
        else
            kind = lanes < warp_size ? metrics::WarpClass::partly_idle : metrics::WarpClass::converged;
        if (kind == metrics::WarpClass::diverged) ++launch.divergence.divergent_warps;
    }
    std::vector<uint32_t> reads(s.cells());
    for (uint64_t cell = 0; cell < s.cells(); ++cell) {
        const auto reach = [&](uint64_t at, uint32_t extent) {
            const auto i = static_cast<int64_t>(at), r = static_cast<int64_t>(settings.radius);
            return std::min<int64_t>(i + r, extent - 1) - std::max<int64_t>(i - r, 0) + 1;
        };
        reads[cell] = static_cast<uint32_t>(reach(cell % s.width, s.width) * reach(cell / s.width, s.height));
    }
    in.reads = metrics::CellCounts(reads);
    launch.maps = {std::move(in), std::move(out)};
    if (settings.operand_reads > 0)
        launch.maps.push_back(
            {2, {}, {}, metrics::CellCounts(std::vector<uint32_t>(s.cells(), settings.operand_reads))});
    launch.atomics = {1, 1};
    launch.findings = settings.findings;
    launch.finding_count = launch.findings.size();
    return launch;
}

} // namespace

std::shared_ptr<const session::RunResult> fake_run(const FakeSettings& settings) {
    auto result = std::make_shared<session::RunResult>();
    result->input = make_picture(settings.shape, settings.channels, settings.type);
    result->output = blurred(result->input, settings.radius);
    result->prepared.plan.buffers = {{result->input.layout, BufferRole::input, result->input.bytes},
                                     {result->output.layout, BufferRole::output, nullptr}};
    if (settings.operand_reads > 0) {
        BufferLayout operand = result->input.layout;
        operand.name = "operand";
        std::swap(operand.shape.width, operand.shape.height);
        result->prepared.plan.buffers.push_back({operand, BufferRole::input, result->input.bytes});
    }
    result->prepared.input_buffer = 0;
    result->prepared.output_buffer = 1;
    const int r = settings.radius;
    result->prepared.window = catalog::Prepared::Window{0, r, r, r, r, 0, 0};
    result->measured = std::make_shared<FakeMeasured>(std::vector{make_launch(settings)}, result->prepared.plan);
    result->device = "emulator";
    return result;
}

std::shared_ptr<const metrics::Measured> with_launches(const session::RunResult& run,
                                                       std::vector<metrics::LaunchMeasurement> launches) {
    return std::make_shared<FakeMeasured>(std::move(launches), run.prepared.plan);
}

std::shared_ptr<const metrics::BlockTrace> fake_trace(const session::RunResult& result, uint64_t block, int radius) {
    auto trace = std::make_shared<metrics::BlockTrace>();
    const metrics::LaunchMeasurement& launch = result.shown();
    const Shape& s = result.input.layout.shape;
    const uint64_t threads = launch.config.threads_per_block();
    trace->block = block;
    trace->block_index = index_of(block, launch.config.grid);
    trace->warps = static_cast<uint32_t>(launch.config.warps_per_block());
    metrics::BlockTrace::Halo halo;
    halo.defined = true;
    std::set<uint64_t> loaded;
    const metrics::CellArray& owner = launch.maps[1].owner;
    for (uint64_t cell = 0; cell < owner.size(); ++cell) {
        if (owner[cell] == 0 || (owner[cell] - 1) / threads != block) continue;
        halo.tile.push_back(cell);
        ++trace->active_threads;
        const auto x = static_cast<int64_t>(cell % s.width), y = static_cast<int64_t>(cell / s.width);
        for (int64_t v = y - radius; v <= y + radius; ++v)
            for (int64_t u = x - radius; u <= x + radius; ++u) {
                if (u < 0 || v < 0 || u >= s.width || v >= s.height) continue;
                metrics::TraceAccess access;
                access.buffer = 0;
                access.kind = simt::AccessKind::load;
                access.thread = static_cast<uint32_t>((owner[cell] - 1) % threads);
                access.cell = static_cast<uint64_t>(v * s.width + u);
                trace->accesses.push_back(access);
                loaded.insert(access.cell);
                ++trace->loads;
            }
        metrics::TraceAccess store;
        store.buffer = 1;
        store.kind = simt::AccessKind::store;
        store.thread = static_cast<uint32_t>((owner[cell] - 1) % threads);
        store.cell = cell;
        trace->accesses.push_back(store);
    }
    trace->distinct_cells_loaded = loaded.size();
    for (const uint64_t cell : loaded)
        if (!std::binary_search(halo.tile.begin(), halo.tile.end(), cell)) halo.cells.push_back(cell);
    trace->halos.push_back(std::move(halo));
    return trace;
}

render::Probes fake_probes(const session::RunResult& run, const render::Paint& paint) {
    using render::Overlay;
    render::Probes probes;
    for (const Overlay overlay : {Overlay::sectors, Overlay::atomics, Overlay::reloads}) {
        metrics::Probe probe;
        probe.request = *render::probe_for(run, {overlay, std::nullopt});
        for (uint32_t buffer = 0; buffer < run.prepared.plan.buffers.size(); ++buffer) {
            metrics::CellCosts costs;
            costs.buffer = buffer;
            const Shape shape = run.prepared.plan.buffers[buffer].layout.shape;
            for (uint64_t cell = 0; cell < shape.cells(); ++cell) {
                const auto x = static_cast<uint32_t>(cell % shape.width);
                costs.sectors_per_request.push_back(static_cast<float>(x + 1));
                costs.atomic_operations.push_back(x + 1);
                costs.first_block.push_back(cell < shape.width ? 1 : 2);
                costs.other_blocks.push_back(x);
                costs.range.include(overlay == Overlay::reloads ? x : x + 1);
            }
            probe.cells.push_back(std::move(costs));
        }
        probes.made.push_back(std::make_shared<const metrics::Probe>(std::move(probe)));
    }
    metrics::Probe painted;
    painted.request = *render::probe_for(run, {Overlay::none, paint});
    painted.executions.resize(run.shown().config.threads());
    painted.warps.resize(run.shown().config.warps());
    if (const auto* owner = render::owner_map(run))
        for (uint64_t cell = 0; cell < owner->size(); ++cell) {
            const auto y = static_cast<uint32_t>(cell / run.output.layout.shape.width);
            if (y % 2 == 1 || (*owner)[cell] == 0) continue;
            painted.executions[(*owner)[cell] - 1] = y + 1;
            painted.ranges[0].include(y + 1);
        }
    probes.made.push_back(std::make_shared<const metrics::Probe>(std::move(painted)));
    return probes;
}

} // namespace warpscope::test
