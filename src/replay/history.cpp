#include "replay/history.hpp"

#include <algorithm>
#include <unordered_set>

namespace warpscope::replay {
namespace {

constexpr size_t stores_between = 4096;

struct CellPlace {
    uint32_t buffer = 0;
    uint64_t cell = 0, address = 0;
};

std::optional<CellPlace> cell_of(const metrics::Measured& measured, uint64_t address) {
    const auto element = measured.element(address);
    if (!element || !element->inside) return std::nullopt;
    const BufferLayout& layout = measured.plan().buffers[element->buffer].layout;
    const auto index = static_cast<uint64_t>(element->index);
    const uint32_t bytes = size_of(layout.type); // also the alignment of elements
    return CellPlace{element->buffer, index / layout.channels,
                     address - address % bytes - index % layout.channels * bytes};
}

template<class Visit>
void each_cell(const metrics::Measured& measured, const Change& change, Visit visit) {
    each_lane(change.lanes, [&](uint32_t lane) {
        const uint64_t end = change.address[lane] + change.bytes;
        for (uint64_t at = change.address[lane]; at < end;) {
            const auto place = cell_of(measured, at);
            if (!place) return;
            visit(*place);
            const BufferLayout& layout = measured.plan().buffers[place->buffer].layout;
            at = place->address + uint64_t{layout.channels} * size_of(layout.type);
        }
    });
}

void make_distinct(std::vector<uint64_t>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

History::History(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording))
    , steps_(recording_->warps())
    , cells_(recording_->contents().measured->plan().buffers.size()) {}

std::shared_ptr<const History> History::of(std::shared_ptr<const Recording> recording,
                                           const std::atomic<bool>* cancel) {
    std::shared_ptr<History> made(new History(std::move(recording)));
    return made->scan(cancel) ? made : nullptr;
}

bool History::scan(const std::atomic<bool>* cancel) {
    const Recording& recording = *recording_;
    const metrics::Measured& measured = *recording.contents().measured;
    const auto& steps = recording.steps();
    uint32_t newest = 0;
    for (uint32_t step = 0; step < steps.size(); ++step) {
        steps_[steps[step].warp].push_back(step);
        if (steps[step].interval > newest) intervals_.push_back(step);
        newest = std::max(newest, steps[step].interval);
    }
    std::vector<std::unordered_set<uint64_t>> read(cells_.size()), written(cells_.size());
    std::vector<uint16_t> writers(recording.contents().shared_bytes);
    for (uint64_t record = 0; record < recording.record_count(); ++record) {
        if (cancel != nullptr && record % 4096 == 0 && cancel->load()) return false;
        bool stores_shared = false;
        recording.visit(record, [&](const Change& change) {
            if (change.kind == ChangeKind::register_ || change.kind == ChangeKind::from_outside) return;
            stores_shared = stores_shared || (change.space == ptx::Space::shared && change.writes());
            if (change.space != ptx::Space::global) return;
            each_cell(measured, change, [&](const CellPlace& place) {
                CellHistory& history = cells_[place.buffer];
                const FirstAccess access{record, place.cell, place.address};
                const bool first_read = change.reads() && read[place.buffer].insert(place.cell).second;
                if (first_read) history.read.push_back(access);
                if (!change.writes() || !written[place.buffer].insert(place.cell).second) return;
                history.written.push_back(access);
                if (!change.reads() && !read[place.buffer].contains(place.cell))
                    history.stored_first.push_back(place.cell);
            });
        });
        if (!stores_shared) continue;
        if (shared_stores_.size() % stores_between == 0) writers_at_.push_back(writers);
        shared_stores_.push_back(record);
        note_stores(record, writers);
    }
    for (CellHistory& history : cells_) {
        std::ranges::sort(history.read, {}, &FirstAccess::cell);
        std::ranges::sort(history.written, {}, &FirstAccess::cell);
        std::ranges::sort(history.stored_first);
    }
    return true;
}

void History::note_stores(uint64_t record, std::vector<uint16_t>& writers) const {
    const uint32_t warp = recording_->contents().records[record].warp;
    recording_->visit(record, [&](const Change& change) {
        const bool own = change.kind == ChangeKind::store || change.kind == ChangeKind::atomic;
        if (!own || change.space != ptx::Space::shared) return;
        each_lane(change.lanes, [&](uint32_t lane) {
            for (uint64_t at = change.address[lane]; at < change.address[lane] + change.bytes; ++at)
                if (at < writers.size()) writers[at] = static_cast<uint16_t>(warp * warp_size + lane + 1);
        });
    });
}

uint64_t History::done_by(uint32_t warp, uint64_t step) const {
    const std::vector<uint32_t>& own = steps_[warp];
    return static_cast<uint64_t>(std::ranges::lower_bound(own, step) - own.begin());
}

std::vector<WarpPlace> History::places(uint64_t step) const {
    const auto& steps = recording_->steps();
    std::vector<WarpPlace> places(steps_.size());
    for (uint32_t warp = 0; warp < places.size(); ++warp) {
        const uint64_t done = done_by(warp, step);
        if (done > 0) places[warp].done = steps_[warp][done - 1];
        if (done < steps_[warp].size()) places[warp].next = steps_[warp][done];
        places[warp].state = !places[warp].next  ? WarpState::ended
                             : places[warp].done ? WarpState::ready
                                                 : WarpState::not_begun;
    }
    // A warp waits at a barrier if another warp still has steps in an earlier interval.
    for (WarpPlace& place : places)
        if (place.state == WarpState::ready && std::ranges::any_of(places, [&](const WarpPlace& other) {
                return other.next && *other.next < *place.next &&
                       steps[*other.next].interval < steps[*place.next].interval;
            }))
            place.state = WarpState::at_barrier;
    return places;
}

std::vector<uint32_t> History::frames_of(uint32_t step) const {
    const auto& steps = recording_->steps();
    const std::span<const uint32_t> own = steps_of(steps[step].warp);
    std::vector<uint32_t> frames;
    uint32_t depth = steps[step].depth + 1u;
    for (auto at = std::ranges::upper_bound(own, step); at != own.begin() && depth > 0;) {
        if (steps[*--at].depth >= depth) continue;
        depth = steps[*at].depth;
        frames.push_back(*at);
    }
    return frames;
}

std::vector<uint16_t> History::shared_writers(uint64_t record) const {
    const auto end = static_cast<size_t>(std::ranges::lower_bound(shared_stores_, record) - shared_stores_.begin());
    if (end == 0) return std::vector<uint16_t>(recording_->contents().shared_bytes);
    const size_t kept = (end - 1) / stores_between;
    std::vector<uint16_t> writers = writers_at_[kept];
    for (size_t k = kept * stores_between; k < end; ++k) note_stores(shared_stores_[k], writers);
    return writers;
}

Touched History::touched(uint64_t first, uint64_t end, std::optional<uint32_t> warp) const {
    Touched out;
    out.buffers.resize(cells_.size());
    for (uint64_t record = first; record < std::min(end, recording_->record_count()); ++record) {
        if (warp && recording_->contents().records[record].warp != *warp) continue;
        recording_->visit(record, [&](const Change& change) {
            if (change.kind == ChangeKind::register_ || change.kind == ChangeKind::from_outside) return;
            if (change.space == ptx::Space::shared)
                each_lane(change.lanes, [&](uint32_t lane) {
                    for (uint64_t at = change.address[lane]; at < change.address[lane] + change.bytes; ++at) {
                        if (change.reads()) out.shared_read.push_back(at);
                        if (change.writes()) out.shared_written.push_back(at);
                    }
                });
            if (change.space != ptx::Space::global) return;
            each_cell(*recording_->contents().measured, change, [&](const CellPlace& place) {
                if (change.reads()) out.buffers[place.buffer].read.push_back(place.cell);
                if (change.writes()) out.buffers[place.buffer].written.push_back(place.cell);
            });
        });
    }
    for (Touched::Cells& cells : out.buffers) {
        make_distinct(cells.read);
        make_distinct(cells.written);
    }
    make_distinct(out.shared_read);
    make_distinct(out.shared_written);
    return out;
}

} // namespace warpscope::replay
