#include "metrics/grid_observer.hpp"

#include "metrics/ownership.hpp"

namespace warpscope::metrics {
namespace {

/// The map that says where threads land: of the first output that was stored to, else of the first buffer that was.
std::optional<OwnerMap> map_for_placement(const BufferTable& buffers, const std::vector<CellMaps>& maps) {
    std::optional<OwnerMap> first;
    for (const CellMaps& map : maps) {
        if (map.owner.empty()) continue;
        const PlacedBuffer& buffer = buffers.buffers()[map.buffer];
        if (buffer.role == BufferRole::output) return OwnerMap{map.owner, buffer.shape};
        if (!first) first = OwnerMap{map.owner, buffer.shape};
    }
    return first;
}

} // namespace

GridObserver::GridObserver(const GridObserverSetup& setup)
    : setup_(setup)
    , shapes_(setup.pc_count)
    , traffic_(setup.pc_count)
    , reads_(setup.buffers, setup.workers > max_private_workers)
    , owners_(setup.buffers, static_cast<uint32_t>(setup.config.threads_per_block()),
              setup.workers > max_private_workers)
    , divergence_(setup.config) {}

GridObserver::GridObserver(const GridObserver& prototype, int)
    : setup_(prototype.setup_)
    , shapes_(setup_.pc_count)
    , traffic_(setup_.pc_count)
    , reads_(prototype.reads_.fork())
    , owners_(prototype.owners_.fork())
    , divergence_(prototype.divergence_.fork()) {}

GridObserver::~GridObserver() = default;

uint32_t GridObserver::interests() const {
    uint32_t wanted = simt::wants_branches | simt::wants_steps;
    if (setup_.maps || setup_.costs) wanted |= simt::wants_global;
    if (setup_.costs) wanted |= simt::wants_shared;
    return wanted;
}

std::unique_ptr<simt::Observer> GridObserver::fork() {
    return std::unique_ptr<GridObserver>(new GridObserver(*this, 0));
}

void GridObserver::on_memory(const simt::MemoryEvent& event) {
    if (event.mask == 0) return;
    divergence_.count_mask(*event.warp, event.mask);
    LazyShape shape(event, shapes_);
    if (event.space == ptx::Space::shared) {
        traffic_.count_shared(event, shape);
        return;
    }
    if (setup_.costs) traffic_.count_global(event, shape);
    if (!setup_.maps) return;
    if (event.kind == simt::AccessKind::load)
        reads_.count(event, shape);
    else
        owners_.count(event);
}

void GridObserver::on_branch(const simt::BranchEvent& event) {
    if (setup_.costs) traffic_.count_branch(event);
    divergence_.count_branch(event);
}

void GridObserver::merge(simt::Observer& worker) {
    auto& other = static_cast<GridObserver&>(worker);
    traffic_.merge(other.traffic_);
    reads_.merge(other.reads_);
    owners_.merge(other.owners_);
}

void GridObserver::take_results(LaunchMeasurement& out) {
    const TrafficTotals sums = totals(traffic_.by_pc());
    out.global = sums.global;
    out.shared = sums.shared;
    out.atomics = sums.atomics;
    if (setup_.maps) {
        const auto& buffers = setup_.buffers->buffers();
        std::vector<OwnerMap> stored;
        for (uint32_t i = 0; i < buffers.size(); ++i) {
            CellMaps maps{i, owners_.take_owners(i), owners_.take_writes(i), reads_.take_counts(i)};
            if (!maps.owner.empty() || !maps.reads.empty()) out.maps.push_back(std::move(maps));
        }
        for (const CellMaps& maps : out.maps)
            if (!maps.owner.empty()) stored.push_back({maps.owner, buffers[maps.buffer].shape});
        out.ownership = ownership_of(setup_.config, stored);
        if (const auto map = map_for_placement(*setup_.buffers, out.maps))
            out.ownership.placement = placement_of(setup_.config, *map);
    }
    out.divergence = divergence_.take(setup_.config, out.ownership);
}

} // namespace warpscope::metrics
