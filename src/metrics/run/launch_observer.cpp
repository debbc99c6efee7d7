#include "metrics/run/launch_observer.hpp"

#include "metrics/ownership/owner_statistics.hpp"
#include "metrics/run/parallel_invoke.hpp"

namespace warpscope::metrics {
namespace {

std::optional<OwnerMap> map_for_placement(const BufferTable& buffers, const std::vector<CellMaps>& maps) {
    std::optional<OwnerMap> first;
    for (const CellMaps& map : maps) {
        if (map.owner.empty()) continue;
        const PlacedBuffer& buffer = buffers.buffers()[map.buffer];
        // The last of several writers does not place the others.
        if (buffer.role == BufferRole::output && map.contested) return std::nullopt;
        if (buffer.role == BufferRole::output) return OwnerMap{map.owner, buffer.shape, &map.writes, buffer.channels};
        if (!first) first = OwnerMap{map.owner, buffer.shape, &map.writes, buffer.channels};
    }
    return first;
}

} // namespace

LaunchObserver::LaunchObserver(const LaunchObserverSetup& setup, InlineChecks checks)
    : setup_(setup)
    , shapes_(static_cast<uint32_t>(setup.instructions.size()))
    , traffic_(static_cast<uint32_t>(setup.instructions.size()))
    , reads_(setup.buffers, setup.launch.workers > max_private_workers)
    , owners_(setup.buffers, static_cast<uint32_t>(setup.launch.config.threads_per_block()),
              setup.launch.workers > max_private_workers)
    , divergence_(setup.launch.config)
    , checks_(std::move(checks)) {}

LaunchObserver::LaunchObserver(const LaunchObserver& prototype, int)
    : setup_(prototype.setup_)
    , shapes_(static_cast<uint32_t>(setup_.instructions.size()))
    , traffic_(static_cast<uint32_t>(setup_.instructions.size()))
    , reads_(prototype.reads_.fork())
    , owners_(prototype.owners_.fork())
    , divergence_(prototype.divergence_.fork())
    , checks_(prototype.checks_.fork()) {
    if (setup_.costs)
        loads_.emplace(static_cast<uint32_t>(setup_.instructions.size()), setup_.buffers, setup_.maps, setup_.written);
}

LaunchObserver::~LaunchObserver() = default;

uint32_t LaunchObserver::interests() const {
    uint32_t wanted = simt::wants_warps | simt::knows_formulas;
    if (setup_.maps || setup_.costs || setup_.overwritten != nullptr) wanted |= simt::wants_global;
    if (setup_.costs) wanted |= simt::wants_shared;
    return wanted | checks_.interests();
}

std::unique_ptr<simt::Observer> LaunchObserver::fork() {
    return std::unique_ptr<LaunchObserver>(new LaunchObserver(*this, 0));
}

void LaunchObserver::on_memory(const simt::MemoryEvent& event) {
    if (event.regular && event.kind == simt::AccessKind::load) {
        if (!loads_ || !count_known_load(event)) count_regular_load(event);
    } else if (event.mask != 0) {
        if (setup_.overwritten != nullptr && event.space == ptx::Space::global && event.kind != simt::AccessKind::load)
            setup_.overwritten->keep(event);
        count(event);
    }
}

bool LaunchObserver::count_known_load(const simt::MemoryEvent& event) {
    if (checks_.need_every_access()) return false;
    if (event.space == ptx::Space::global) return loads_->count(event, shapes_, reads_);
    if (event.space != ptx::Space::shared || checks_.need_shared_load(event)) return false;
    return loads_->count_shared(event);
}

void LaunchObserver::count_regular_load(const simt::MemoryEvent& event) {
    simt::MemoryEvent whole = event;
    alignas(64) std::array<uint64_t, warp_size> address;
    for (uint32_t lane = 0; lane < warp_size / 2; ++lane) {
        address[lane] = event.first + uint64_t{lane} * event.stride;
        address[lane + warp_size / 2] = event.second + uint64_t{lane} * event.stride;
    }
    whole.address = address.data();
    const bool known_space = event.space == ptx::Space::global || event.space == ptx::Space::shared;
    if (loads_ && known_space && !checks_.need_every_access() && loads_->open(whole, shapes_, traffic_, reads_)) {
        if (event.space == ptx::Space::global) {
            if (loads_->count(whole, shapes_, reads_)) return;
        } else {
            checks_.check(whole);
            if (loads_->count_shared(whole)) return;
        }
    }
    count(whole);
}

void LaunchObserver::count(const simt::MemoryEvent& event) {
    constexpr uint64_t worth_prefetching = 4096;
    if (setup_.maps && !event.regular && event.space == ptx::Space::global &&
        event.highest - event.lowest >= worth_prefetching) {
        if (event.kind == simt::AccessKind::load)
            reads_.prefetch(event);
        else
            owners_.prefetch(event);
        checks_.prefetch(event);
    }
    divergence_.count_mask(*event.warp, event.mask);
    checks_.check(event);
    LazyShape shape(event, shapes_);
    if (event.space == ptx::Space::shared) {
        if (event.kind != simt::AccessKind::load) divergence_.count_shared_store(*event.warp, event.mask);
        if (setup_.costs) traffic_.count_shared(event, shape);
        return;
    }
    if (event.space == ptx::Space::local) {
        if (setup_.costs) traffic_.count_local(event);
        return;
    }
    if (event.space != ptx::Space::global) return;
    if (setup_.costs) traffic_.count_global(event, shape);
    if (!setup_.maps) return;
    if (event.kind == simt::AccessKind::load)
        reads_.count(event, shape);
    else
        owners_.count(event);
}

void LaunchObserver::merge(simt::Observer& worker) {
    auto& other = static_cast<LaunchObserver&>(worker);
    if (other.loads_) other.loads_->flush(other.traffic_);
    traffic_.merge(other.traffic_);
    const bool own_arrays = setup_.launch.workers <= max_private_workers;
    parallel_invoke(
        own_arrays && many_cells(), [&] { reads_.merge(other.reads_); }, [&] { owners_.merge(other.owners_); });
    checks_.merge(other.checks_);
}

bool LaunchObserver::many_cells() const {
    constexpr uint64_t many = 1 << 18; // work on so many cells outweighs starting a thread
    uint64_t cells = 0;
    for (const PlacedBuffer& buffer : setup_.buffers->buffers()) cells += buffer.cells;
    return setup_.launch.workers > 1 && cells >= many;
}

bool LaunchObserver::global_is_shared() {
    if (owners_.wrote_elsewhere()) return true;
    for (uint32_t i = 0; i < setup_.buffers->buffers().size(); ++i) {
        const StoreKinds& stores = owners_.kinds(i);
        const bool kinds_meet = stores.plain ? stores.atomic || reads_.loaded(i) : stores.atomic && reads_.loaded(i);
        if (kinds_meet || (stores.plain && stores.contested)) return true;
    }
    return false;
}

void LaunchObserver::take_results(LaunchMeasurement& out) {
    const TrafficTotals sums = totals(traffic_.by_pc());
    out.global = sums.global;
    out.shared = sums.shared;
    out.local = local_traffic(traffic_.by_pc(), setup_.instructions);
    out.atomics = sums.atomics;
    const LaunchConfig& config = setup_.launch.config;
    if (setup_.maps) {
        const auto& buffers = setup_.buffers->buffers();
        std::vector<CellMaps> all(buffers.size());
        const auto take_stores = [&] {
            for (uint32_t i = 0; i < all.size(); ++i) {
                all[i].buffer = i;
                all[i].owner = owners_.take_owners(i);
                all[i].writes = owners_.take_writes(i);
                all[i].contested = owners_.kinds(i).contested;
                all[i].count_unowned(buffers[i].shape.width, buffers[i].padding);
            }
        };
        const auto take_loads = [&] {
            for (uint32_t i = 0; i < all.size(); ++i) all[i].reads = reads_.take_counts(i);
        };
        parallel_invoke(many_cells(), take_stores, take_loads);
        std::vector<OwnerMap> stored;
        for (CellMaps& maps : all)
            if (!maps.owner.empty() || !maps.reads.empty()) out.maps.push_back(std::move(maps));
        for (const CellMaps& maps : out.maps)
            if (!maps.owner.empty()) stored.push_back({maps.owner, buffers[maps.buffer].shape});
        Placement placement;
        const auto find_owners = [&] { out.ownership = ownership_of(config, stored); };
        const auto find_placement = [&] {
            if (const auto map = map_for_placement(*setup_.buffers, out.maps)) placement = placement_of(config, *map);
        };
        parallel_invoke(many_cells(), find_owners, find_placement);
        out.ownership.placement = placement;
    }
    out.divergence = divergence_.take(config, out.ownership);
    if (out.shared.requests > 0) out.ownership.helpers = count_helpers(config, out.ownership, out.divergence.warps);
}

} // namespace warpscope::metrics
