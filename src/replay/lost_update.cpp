#include "replay/lost_update.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "replay/order_pair.hpp"

namespace warpscope::replay {
namespace {

struct Store {
    uint64_t record = 0;
    uint32_t warp = 0, lane = 0;
    MemoryAddress at;
};

std::optional<Store> last_store(const Recording& recording, const DifferingElement& element, uint32_t bytes) {
    const metrics::Measured& measured = *recording.contents().measured;
    std::optional<Store> found;
    bool is_atomic = false;
    for (uint64_t record = recording.record_count(); record-- > 0 && !found && !is_atomic;) {
        const uint32_t warp = recording.contents().records[record].warp;
        recording.visit(record, [&](const Change& change) {
            if (change.space != ptx::Space::global || change.bytes != bytes) return;
            if (change.kind != ChangeKind::store && change.kind != ChangeKind::atomic) return;
            each_lane(change.lanes, [&](uint32_t lane) {
                const MemoryAddress at = change.place(warp, lane);
                const auto own = measured.element(at.address);
                if (!own || own->buffer != element.buffer || own->index != static_cast<int64_t>(element.index)) return;
                is_atomic = change.kind == ChangeKind::atomic;
                found = Store{record, warp, lane, at};
            });
        });
    }
    return is_atomic ? std::nullopt : found;
}

std::optional<uint64_t> last_read(const Recording& recording, const Store& store) {
    for (uint64_t record = store.record; record-- > 0;) {
        if (recording.contents().records[record].warp != store.warp) continue;
        bool reads = false;
        recording.visit(record, [&](const Change& change) {
            reads = reads || (change.kind == ChangeKind::load && change.space == ptx::Space::global &&
                              (change.lanes >> store.lane & 1) != 0 && change.address[store.lane] == store.at.address);
        });
        if (reads) return record;
    }
    return std::nullopt;
}

bool overwrites(const Recording& recording, const Store& store, uint64_t read) {
    bool changed = false;
    for (uint64_t record = read + 1; record <= store.record && !changed; ++record)
        recording.visit(record, [&](const Change& change) {
            if (change.kind != ChangeKind::from_outside) return;
            each_lane(change.lanes,
                      [&](uint32_t lane) { changed = changed || change.address[lane] == store.at.address; });
        });
    return changed;
}

struct FoundUpdate {
    BlockUpdate update;
    MemoryAddress at;
    uint32_t read_step = 0;
    bool overwrites = false;
};

std::optional<FoundUpdate> find_update(const Recording& recording, const DifferingElement& element, uint32_t bytes) {
    const auto store = last_store(recording, element, bytes);
    if (!store) return std::nullopt;
    const auto read = last_read(recording, *store);
    if (!read) return std::nullopt;
    State state = recording.state_at(0);
    const auto value_after = [&](uint64_t record) {
        recording.move(state, record + 1);
        return value_at(recording, store->at, bytes, bytes_at(recording, state, store->at, bytes));
    };
    const auto line_of = [&](uint64_t record) {
        return recording.place_of(recording.contents().records[record].pc).line;
    };
    BlockUpdate update;
    update.block = short_index_text(recording.contents().block_index, recording.contents().config.grid);
    update.read = value_after(*read);
    update.stored = value_after(store->record);
    update.read_line = line_of(*read);
    update.store_line = line_of(store->record);
    return FoundUpdate{std::move(update), store->at, recording.step_of(*read), overwrites(recording, *store, *read)};
}

} // namespace

std::optional<LostUpdate> find_lost_update(const OrderPair& pair, const DifferingElement& element,
                                           const Recording& other) {
    const uint32_t bytes = size_of(other.contents().measured->plan().buffers[element.buffer].layout.type);
    const auto usual = find_update(*pair.first, element, bytes), recorded = find_update(*pair.second, element, bytes),
               concurrent = find_update(other, element, bytes);
    if (!usual || !recorded || !concurrent || recorded->update.read != concurrent->update.read ||
        recorded->overwrites == concurrent->overwrites)
        return std::nullopt;
    const FoundUpdate &kept = recorded->overwrites ? *recorded : *concurrent,
                      &lost = recorded->overwrites ? *concurrent : *recorded;
    return LostUpdate{place_name(other, kept.at), lost.update,        kept.update, element.first,
                      usual->read_step,           recorded->read_step};
}

std::vector<Message> format_lines(const LostUpdate& lost) {
    const Message reads = msg("Blocks {} and {} both read {} = {} before either stored to it.", lost.lost.block,
                              lost.kept.block, lost.element, lost.lost.read);
    std::vector<Message> words{
        reads, lost.expected.empty()
                   ? msg("The store of {} by block {} in line {} is lost: block {} overwrites it with {} in line {}.",
                         lost.lost.stored, lost.lost.block, lost.lost.store_line, lost.kept.block, lost.kept.stored,
                         lost.kept.store_line)
                   : msg("The store of block {} is lost: {} is {} instead of {}.", lost.lost.block, lost.element,
                         lost.kept.stored, lost.expected)};
    if (lost.other_race != 0)
        words.push_back(msg("Line {} races too and may change these values: fix that first.", lost.other_race));
    return words;
}

} // namespace warpscope::replay
