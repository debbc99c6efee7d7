#include "session/recorded.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "language/tr.hpp"
#include "metrics/costs/divergence.hpp"
#include "metrics/ownership/owner_statistics.hpp"
#include "session/differences.hpp"

namespace warpscope::session {
namespace {

using metrics::LaunchMeasurement;
using metrics::WarpClass;

class Recorded : public metrics::Measured {
public:
    Recorded(std::shared_ptr<const RunResult> run, std::vector<LaunchMeasurement> launches, SectorProber sectors,
             bool all_branches)
        : run_(std::move(run))
        , emulated_(run_->measured)
        , launches_(std::move(launches))
        , sectors_(std::move(sectors))
        , all_branches_(all_branches) {}

    const std::vector<LaunchMeasurement>& launches() const override { return launches_; }
    HostBuffer buffer(uint32_t index) const override { return emulated_->buffer(index); }
    const simt::Program& program() const override { return emulated_->program(); }
    const ExecutionPlan& plan() const override { return emulated_->plan(); }
    bool canceled() const override { return emulated_->canceled(); }
    Result<metrics::BlockTrace> trace_block(uint32_t launch, uint64_t block,
                                            const std::atomic<bool>* cancel) const override {
        return emulated_->trace_block(launch, block, cancel);
    }
    Result<metrics::Probe> probe(const metrics::ProbeRequest& request, const std::atomic<bool>* cancel) const override {
        const auto stopped = [cancel] { return cancel != nullptr && cancel->load(); };
        if (request.kind == metrics::ProbeKind::sectors && sectors_ && !stopped())
            if (auto made = sectors_(*run_, request.launch)) return made;
        if (stopped()) return fail(ErrorKind::canceled, msg("Canceled."));
        if (request.kind == metrics::ProbeKind::differences) return compare(request, cancel);
        return emulated_->probe(request, cancel);
    }
    Result<metrics::RerunOutcome> run_again(const metrics::Rerun& rerun) const override {
        return emulated_->run_again(rerun);
    }
    std::optional<metrics::BufferCell> locate(uint64_t address) const override { return emulated_->locate(address); }
    std::optional<metrics::BufferElement> element(uint64_t address) const override {
        return emulated_->element(address);
    }

private:
    [[nodiscard]] Result<metrics::Probe> compare(const metrics::ProbeRequest& request,
                                                 const std::atomic<bool>* cancel) const {
        if (request.launch + 1 != launches_.size())
            return fail(ErrorKind::usage, msg("only the last launch was recorded on the GPU"));
        auto counted = sectors_ ? sectors_(*run_, request.launch)
                                : Result<metrics::Probe>(fail(ErrorKind::usage, msg("there is no GPU to count them")));
        auto expected = counted ? emulated_->probe({request.launch, metrics::ProbeKind::sectors, {}}, cancel)
                                : Result<metrics::Probe>(metrics::Probe{});
        if (!expected) return expected;
        metrics::Probe made = differences_by_cell(*run_, emulated_->launches().back(), launches_.back(), all_branches_,
                                                  counted ? &*expected : nullptr, counted ? &*counted : nullptr);
        made.request = request;
        std::vector<Message> omitted;
        if (!all_branches_)
            omitted.push_back(msg("splits of warps are not compared, since some branches have no probes"));
        if (!counted) omitted.push_back(msg("sectors are not compared: {}", counted.error().message));
        made.omitted = joined(omitted, "; ");
        return made;
    }

    std::shared_ptr<const RunResult> run_;
    std::shared_ptr<const metrics::Measured> emulated_;
    std::vector<LaunchMeasurement> launches_;
    SectorProber sectors_;
    bool all_branches_;
};

void take_owners(LaunchMeasurement& launch, const RunResult& result, const instrument::Readings& readings) {
    std::vector<metrics::OwnerMap> maps;
    for (metrics::CellMaps& cells : launch.maps) {
        const BufferLayout& layout = result.prepared.plan.buffers[cells.buffer].layout;
        if (cells.buffer == result.prepared.output_buffer && !cells.owner.empty()) {
            cells.owner.assign(readings.owners.begin(), readings.owners.end());
            cells.count_unowned(layout.shape.width, layout.padding);
        }
        if (cells.owner.empty()) continue;
        maps.push_back({cells.owner, layout.shape, &cells.writes, layout.channels});
    }
    const metrics::Placement placement = launch.ownership.placement;
    launch.ownership = metrics::ownership_of(launch.config, maps);
    launch.ownership.placement = placement;
    launch.ownership.helpers = metrics::count_helpers(launch.config, launch.ownership, launch.divergence.warps);
}

bool owns_any(const LaunchMeasurement& launch, uint64_t warp) {
    const uint64_t per_block = launch.config.warps_per_block(), threads = launch.config.threads_per_block();
    const uint64_t first = warp / per_block * threads + warp % per_block * warp_size;
    const uint64_t end = std::min(first + warp_size, (warp / per_block + 1) * threads);
    for (uint64_t thread = first; thread < end; ++thread)
        if ((launch.ownership.owner_bits[thread / 64] >> thread % 64 & 1u) != 0) return true;
    return false;
}

void take_divergence(LaunchMeasurement& launch, const instrument::Readings& readings) {
    metrics::Divergence& divergence = launch.divergence;
    divergence.divergent_warps = divergence.divergent_branches = 0;
    for (size_t warp = 0; warp < divergence.warps.size() && warp < readings.divergent.size(); ++warp) {
        metrics::WarpRecord& record = divergence.warps[warp];
        record.divergent_branches = readings.divergent[warp];
        record.kind = record.divergent_branches > 0     ? WarpClass::diverged
                      : !owns_any(launch, warp)         ? WarpClass::idle
                      : readings.partly_idle[warp] != 0 ? WarpClass::partly_idle
                                                        : WarpClass::converged;
        divergence.divergent_warps += record.divergent_branches > 0 ? 1 : 0;
        divergence.divergent_branches += record.divergent_branches;
    }
}

void take_costs(LaunchMeasurement& launch, const Recording& recording) {
    std::map<std::pair<std::string, uint32_t>, instrument::SiteTotals> by_line;
    launch.global.load_sectors = launch.global.store_sectors = 0;
    for (size_t i = 0; i < recording.readings.sites.size(); ++i) {
        const instrument::Site& site = recording.instrumented.sites[i];
        const instrument::SiteTotals& totals = recording.readings.sites[i];
        instrument::SiteTotals& line =
            by_line[{std::filesystem::path(site.source.file).filename().string(), site.source.line}];
        line.split += totals.split;
        line.sectors += totals.sectors;
        (site.writes ? launch.global.store_sectors : launch.global.load_sectors) += totals.sectors;
    }
    for (metrics::LineCost& cost : launch.lines) {
        const auto found = by_line.find({std::filesystem::path(cost.file).filename().string(), cost.line});
        if (found == by_line.end()) continue;
        cost.divergent_branches = found->second.split;
        if (cost.global_requests > 0) cost.global_sectors = found->second.sectors;
    }
}

} // namespace

std::shared_ptr<const RunResult> as_recorded(std::shared_ptr<const RunResult> result, const Recording& recording,
                                             SectorProber sectors) {
    std::vector<LaunchMeasurement> launches = result->measured->launches();
    LaunchMeasurement& last = launches.back();
    take_owners(last, *result, recording.readings);
    take_divergence(last, recording.readings);
    take_costs(last, recording);
    auto recorded = std::make_shared<RunResult>(*result);
    recorded->measured =
        std::make_shared<const Recorded>(result, std::move(launches), std::move(sectors), !recording.partial());
    recorded->recorded_on = recording.device;
    return recorded;
}

} // namespace warpscope::session
