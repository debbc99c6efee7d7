#include "insight/order_search.hpp"

#include <numeric>
#include <set>

namespace warpscope::insight {

namespace {

std::vector<OrderStep> steps_around(const replay::Recording& recording, uint32_t middle,
                                    const std::optional<replay::Event>& writer) {
    constexpr uint32_t around = 4;
    const auto& steps = recording.steps();
    if (steps.empty()) return {};
    std::set<uint32_t> shown;
    const bool has_step = writer && !writer->from_outside;
    if (has_step) shown.insert(writer->step);
    for (uint32_t step = middle - std::min(middle, around);
         step <= std::min<uint64_t>(uint64_t{middle} + around, steps.size() - 1); ++step)
        shown.insert(step);
    std::vector<OrderStep> rows;
    for (const uint32_t step : shown) {
        OrderStep row{step,
                      steps[step].warp,
                      recording.place_of(steps[step].pc).line,
                      step == middle,
                      has_step && writer->step == step,
                      !rows.empty() && rows.back().step + 1 != step};
        for (uint64_t record = recording.records_before(step); record < recording.records_before(step + 1); ++record)
            recording.visit(record, [&](const replay::Change& change) {
                if (change.kind == replay::ChangeKind::from_outside || change.space == ptx::Space::local) return;
                row.loads = row.loads || change.reads();
                row.stores = row.stores || change.writes();
            });
        rows.push_back(row);
    }
    return rows;
}

std::shared_ptr<const CellSet> differing_cells(const session::RunResult& run, const replay::OrderPair& pair) {
    if (pair.elements.empty()) return nullptr;
    const uint32_t output = run.prepared.output_buffer;
    const uint32_t buffer = pair.cells[output].empty() ? pair.elements.front().buffer : output;
    return std::make_shared<const CellSet>(CellSet{buffer, pair.cells[buffer]});
}

} // namespace

bool can_be_stepped_to(const session::RunResult& run, const simt::Finding& finding) {
    return uint64_t{finding.launch} + 1 == run.measured->launches().size();
}

bool has_orders(const session::RunResult& run, const simt::Finding& finding) {
    return replay::depends_on_order(finding) && can_be_stepped_to(run, finding);
}

std::shared_ptr<const FoundOrders> found_orders(std::shared_ptr<const session::RunResult> run,
                                                session::SteppedBuild build, replay::OrderSearch search) {
    auto found = std::make_shared<FoundOrders>();
    if (search.found) {
        const replay::OrderPair& pair = *search.found;
        if (const auto& read = pair.read) {
            found->first = steps_around(*pair.first, read->first_step, read->first_writer);
            found->second = steps_around(*pair.second, read->second_step, read->second_writer);
        } else if (const auto& lost = pair.lost_update) {
            found->first = steps_around(*pair.first, lost->first_step, std::nullopt);
            found->second = steps_around(*pair.second, lost->second_step, std::nullopt);
        } else {
            const uint32_t part = pair.parts_at.value_or(0);
            found->first = steps_around(*pair.first, part, std::nullopt);
            found->second = steps_around(*pair.second, part, std::nullopt);
        }
        found->cells = differing_cells(*run, pair);
    }
    found->run = std::move(run);
    found->build = std::move(build);
    found->search = std::move(search);
    return found;
}

MeetingSearch::MeetingSearch(std::shared_ptr<const session::RunResult> run, replay::Watch watch, uint64_t max_bytes)
    : watch_(std::move(watch))
    , max_bytes_(max_bytes)
    , owned_(group_by_block(*run)) {
    found_.text = watch_.text();
    found_.blocks = run->shown().config.blocks();
    cells_.buffer = run->prepared.output_buffer;
    cells_.cells.resize(run->prepared.plan.buffers[cells_.buffer].layout.shape.cells());
    found_.run = std::move(run);
}

void MeetingSearch::compile(bool as_written) {
    auto build = session::stepped_build(*found_.run, as_written);
    if (build)
        build_ = std::move(*build);
    else
        found_.problem = build.error().whole();
}

void MeetingSearch::search_block(const std::atomic<bool>& cancel) {
    const uint64_t block = found_.blocks_done;
    replay::RecordRequest request;
    request.launch = static_cast<uint32_t>(found_.run->measured->launches().size() - 1);
    request.block = block;
    request.memory_limit = max_bytes_;
    request.cancel = &cancel;
    const auto recording = replay::record_block(found_.run->measured, build_.stepped, request);
    if (!recording) {
        found_.problem = recording.error().whole();
        return;
    }
    const std::vector<bool> threads = replay::threads_that_meet(**recording, watch_, cancel);
    found_.threads += static_cast<uint64_t>(std::ranges::count(threads, true));
    found_.blocks_in_part += (*recording)->is_cut_off() ? 1 : 0;
    add_cells(block, threads);
    found_.blocks_done = block + 1;
}

std::shared_ptr<const MeetingThreads> MeetingSearch::found() const {
    auto copy = std::make_shared<MeetingThreads>(found_);
    copy->cells = std::make_shared<const CellSet>(cells_);
    return copy;
}

MeetingSearch::OwnedCells MeetingSearch::group_by_block(const session::RunResult& run) {
    const metrics::LaunchMeasurement& shown = run.shown();
    OwnedCells out;
    out.threads_per_block = shown.config.threads_per_block();
    const auto map = std::ranges::find(shown.maps, run.prepared.output_buffer, &metrics::CellMaps::buffer);
    if (map == shown.maps.end()) return out;
    out.owner = &map->owner;
    out.begins.resize(shown.config.blocks() + 1);
    for (const auto owner : map->owner)
        if (owner != 0) ++out.begins[(owner - 1) / out.threads_per_block + 1];
    std::partial_sum(out.begins.begin(), out.begins.end(), out.begins.begin());
    out.cells.resize(out.begins.back());
    std::vector<uint64_t> next = out.begins;
    for (uint64_t cell = 0; cell < map->owner.size(); ++cell)
        if (const uint64_t owner = map->owner[cell]; owner != 0)
            out.cells[next[(owner - 1) / out.threads_per_block]++] = cell;
    return out;
}

void MeetingSearch::add_cells(uint64_t block, const std::vector<bool>& threads) {
    if (owned_.owner == nullptr) return;
    for (uint64_t k = owned_.begins[block]; k < owned_.begins[block + 1]; ++k) {
        const uint64_t cell = owned_.cells[k];
        if (threads[((*owned_.owner)[cell] - 1) % owned_.threads_per_block]) cells_.cells[cell] = true;
    }
}

} // namespace warpscope::insight
