#include "replay/order_pair.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/cell.hpp"
#include "base/number_text.hpp"
#include "base/text.hpp"
#include "replay/arrays.hpp"
#include "replay/lost_update.hpp"
#include "replay/variables.hpp"

namespace warpscope::replay {

uint64_t bytes_at(const Recording& recording, const State& state, const MemoryAddress& at, uint32_t bytes) {
    uint64_t value = 0;
    for (uint32_t k = 0; k < bytes; ++k) value |= uint64_t{recording.byte_at(state, at.moved(k)).value_or(0)} << 8 * k;
    return value;
}

namespace {

struct Read {
    uint64_t record = 0, address = 0, value = 0;
    uint32_t bytes = 0;
    ptx::Space space{};
};
constexpr uint64_t max_reads = uint64_t{1} << 22; // per block

struct Reads {
    std::vector<std::vector<Read>> by_thread;
    bool complete = true;
};

void add_differences(const Change& change, std::map<uint64_t, uint8_t>& bits) {
    const uint8_t* next = change.differences;
    each_lane(change.lanes, [&](uint32_t lane) {
        for (uint32_t k = 0; k < change.bytes; ++k) bits[change.address[lane] + k] ^= *next++;
    });
}

uint64_t differences_at(const std::map<uint64_t, uint8_t>& bits, uint64_t address, uint32_t bytes) {
    uint64_t out = 0;
    for (uint32_t k = 0; k < bytes; ++k)
        if (const auto found = bits.find(address + k); found != bits.end()) out |= uint64_t{found->second} << 8 * k;
    return out;
}

Reads reads_of(const Recording& recording) {
    constexpr uint32_t piece = 8;
    Reads all;
    all.by_thread.resize(recording.warps() * warp_size);
    uint64_t count = 0, record = 0;
    State state = recording.state_at(0);
    for (; record < recording.record_count() && count < max_reads; ++record) {
        const uint32_t warp = recording.contents().records[record].warp;
        std::map<uint64_t, uint8_t>
            outside; // by address: bits that other blocks changed before the atomic of this record
        recording.visit(record, [&](const Change& change) {
            if (change.kind == ChangeKind::from_outside) add_differences(change, outside);
            if (!change.reads() || change.space == ptx::Space::local) return;
            // After a load's record, memory holds the loaded value, with other blocks' changes. Before an atomic's
            // record, memory holds the atomic's old value.
            recording.move(state, change.kind == ChangeKind::load ? record + 1 : record);
            each_lane(change.lanes, [&](uint32_t lane) {
                for (uint32_t from = 0; from < change.bytes; from += piece, ++count) {
                    const MemoryAddress at = change.place(warp, lane).moved(from);
                    const uint32_t bytes = std::min(piece, change.bytes - from);
                    uint64_t value = bytes_at(recording, state, at, bytes);
                    if (change.kind == ChangeKind::atomic && !outside.empty())
                        value ^= differences_at(outside, at.address, bytes);
                    all.by_thread[warp * warp_size + lane].push_back({record, at.address, value, bytes, at.space});
                }
            });
        });
    }
    all.complete = record == recording.record_count() && !recording.is_cut_off();
    return all;
}

uint32_t element_bytes_at(const Recording& recording, const MemoryAddress& at) {
    if (at.space == ptx::Space::shared) {
        for (const SharedArray& array : shared_arrays(recording))
            if (array.index_of(at.address)) return array.element_bytes;
        return 0;
    }
    const auto element = recording.contents().measured->element(at.address);
    return element ? size_of(recording.contents().measured->plan().buffers[element->buffer].layout.type) : 0;
}

void narrow_to_element(const Recording& recording, DifferingRead& read) {
    const uint32_t each = element_bytes_at(recording, read.at);
    if (each == 0 || each >= read.bytes) return;
    const uint64_t mask = (uint64_t{1} << 8 * each) - 1;
    for (uint32_t from = 0; from + each <= read.bytes; from += each) {
        const uint64_t first = read.first >> 8 * from & mask, second = read.second >> 8 * from & mask;
        if (first == second) continue;
        read.at = read.at.moved(from);
        read.bytes = each;
        read.first = first;
        read.second = second;
        return;
    }
}

struct RacingPlaces {
    std::set<std::string> arrays; // arrays with races; differences in other arrays may be harmless
    std::set<std::pair<std::string, uint64_t>> between_blocks;
};
RacingPlaces racing_places(const Recording& recording) {
    using simt::FindingKind;
    const auto shared = shared_arrays(recording);
    RacingPlaces places;
    for (const auto& launch : recording.contents().measured->launches())
        for (const simt::Finding& finding : launch.findings) {
            if (finding.kind != FindingKind::race_shared && finding.kind != FindingKind::race_global &&
                finding.kind != FindingKind::missing_syncwarp)
                continue;
            if (const auto element = element_at(recording, shared, {finding.space, 0, finding.address})) {
                places.arrays.insert(element->array);
                if (finding.has_other && finding.other_block != finding.block)
                    places.between_blocks.emplace(element->array, element->index);
            }
        }
    return places;
}

/// Returns the last write before the read. If another block stored during the read's record, returns that store.
std::optional<Event> last_writer(const Recording& recording, const DifferingRead& read, uint64_t record) {
    std::map<uint64_t, uint8_t> outside;
    recording.visit(record, [&](const Change& change) {
        if (change.kind == ChangeKind::from_outside && change.space == read.at.space) add_differences(change, outside);
    });
    if (differences_at(outside, read.at.address, read.bytes) != 0)
        return Event{record, recording.step_of(record), read.warp, read.lane, true};
    return recording.last_write(read.at, read.bytes, record);
}

std::optional<DifferingRead> first_differing_read(const Recording& first, const Recording& second, bool& complete) {
    const Reads ours = reads_of(first), theirs = reads_of(second);
    complete = ours.complete && theirs.complete;
    const auto shared = shared_arrays(first);
    const RacingPlaces racing = racing_places(first);
    constexpr int in_array = 4, at_element = 2, has_line = 1;
    const int max =
        (racing.arrays.empty() ? 0 : in_array) + (racing.between_blocks.empty() ? 0 : at_element) + has_line;
    // Prefers reads with a source line, unlike those in inlined library functions.
    const auto rank_of = [&](const Read& read) {
        const auto element = element_at(first, shared, {read.space, 0, read.address});
        int rank = first.place_of(first.contents().records[read.record].pc).line != 0 ? has_line : 0;
        if (element && racing.arrays.contains(element->array)) rank += in_array;
        if (element && racing.between_blocks.contains({element->array, element->index})) rank += at_element;
        return rank;
    };
    std::optional<DifferingRead> found;
    int found_rank = 0;
    for (uint32_t thread = 0; thread < ours.by_thread.size(); ++thread) {
        const std::vector<Read>&one = ours.by_thread[thread], &other = theirs.by_thread[thread];
        const size_t both = std::min(one.size(), other.size());
        if (one.size() != other.size()) complete = false;
        for (size_t k = 0; k < both; ++k) {
            const Read &a = one[k], &b = other[k];
            if (a.address != b.address || a.space != b.space || a.bytes != b.bytes) {
                complete = false;
                break;
            }
            if (a.value == b.value) continue;
            const int rank = rank_of(a);
            if (!found || rank > found_rank || (rank == found_rank && b.record < found->second_record)) {
                DifferingRead read;
                read.first_record = a.record;
                read.second_record = b.record;
                read.warp = thread / warp_size;
                read.lane = thread % warp_size;
                read.at = {a.space, 0, a.address};
                read.bytes = a.bytes;
                read.first = a.value;
                read.second = b.value;
                found = read;
                found_rank = rank;
            }
            if (rank == max) break;
        }
    }
    if (!found) return found;
    narrow_to_element(first, *found);
    found->first_step = first.step_of(found->first_record);
    found->second_step = second.step_of(found->second_record);
    found->first_writer = last_writer(first, *found, found->first_record);
    found->second_writer = last_writer(second, *found, found->second_record);
    return found;
}

/// Calls an unwritten value older than the block only if the block runs alone; otherwise other blocks may have stored
/// it.
Message unwritten_message(bool is_usual, uint32_t step, const std::string& value, bool runs_alone) {
    if (!runs_alone)
        return is_usual ? msg("Usual order, step {}: reads {}, which this block has not written.", step, value)
                        : msg("Other order, step {}: reads {}, which this block has not written.", step, value);
    return is_usual ? msg("Usual order, step {}: reads {}, the value before the block began.", step, value)
                    : msg("Other order, step {}: reads {}, the value before the block began.", step, value);
}

Message read_message(bool is_usual, uint32_t step, const std::string& value, const Recording& recording,
                     const std::optional<Event>& writer, const std::string& other_block) {
    if (!writer) return unwritten_message(is_usual, step, value, !recording.contents().whole_launch);
    if (writer->from_outside && !other_block.empty())
        return is_usual ? msg("Usual order, step {}: reads {}, written by block {}.", step, value, other_block)
                        : msg("Other order, step {}: reads {}, written by block {}.", step, value, other_block);
    if (writer->from_outside)
        return is_usual ? msg("Usual order, step {}: reads {}, written by another block.", step, value)
                        : msg("Other order, step {}: reads {}, written by another block.", step, value);
    const uint32_t line = recording.place_of(recording.contents().records[writer->record].pc).line;
    const uint32_t lane = writer->lane, warp = writer->warp;
    const auto written = writer->step + 1;
    if (line == 0)
        return is_usual ? msg("Usual order, step {}: reads {}, written by lane {} of warp {} in step {}.", step, value,
                              lane, warp, written)
                        : msg("Other order, step {}: reads {}, written by lane {} of warp {} in step {}.", step, value,
                              lane, warp, written);
    return is_usual ? msg("Usual order, step {}: reads {}, written by lane {} of warp {} in step {}, line {}.", step,
                          value, lane, warp, written, line)
                    : msg("Other order, step {}: reads {}, written by lane {} of warp {} in step {}, line {}.", step,
                          value, lane, warp, written, line);
}

Message elements_message(const OrderPair& pair) {
    const DifferingElement& first = pair.elements.front();
    const Message name = element_name(*pair.first, first.buffer, first.index);
    const uint64_t count = pair.element_count;
    const std::string shown = grouped(count);
    const bool in_order = pair.order->omitted.empty();
    if (pair.in_launch && *pair.in_launch != count) {
        const std::string all = grouped(*pair.in_launch);
        return in_order
                   ? msg_count(count, "{} element ({} in the whole launch) differs: {} is {}, in the other order {}.",
                               "{} elements ({} in the whole launch) differ, first: {} is {}, in the other order {}.",
                               shown, all, name, first.first, first.second)
                   : msg_count(count, "{} element ({} in the whole launch) differs: {} is {}, without the barrier {}.",
                               "{} elements ({} in the whole launch) differ, first: {} is {}, without the barrier {}.",
                               shown, all, name, first.first, first.second);
    }
    return in_order ? msg_count(count, "{} element differs: {} is {}, in the other order {}.",
                                "{} elements differ, first: {} is {}, in the other order {}.", shown, name, first.first,
                                first.second)
                    : msg_count(count, "{} element differs: {} is {}, without the barrier {}.",
                                "{} elements differ, first: {} is {}, without the barrier {}.", shown, name,
                                first.first, first.second);
}

/// Says which blocks ran, because a whole launch may have other results.
Message message_of_blocks(const OrderPair& pair, Message results) {
    if (pair.in_launch || pair.ran.empty() || pair.ran.size() > 2) return results;
    return pair.ran.size() == 1 ? msg("Only block {} ran. {}", pair.ran[0], results)
                                : msg("Only blocks {} and {} ran. {}", pair.ran[0], pair.ran[1], results);
}

} // namespace

void find_divergence(OrderPair& pair) {
    const auto &a = pair.first->steps(), &b = pair.second->steps();
    const auto same = [](const Step& one, const Step& other) {
        return one.warp == other.warp && one.pc == other.pc && one.active == other.active;
    };
    const auto part = std::ranges::mismatch(a, b, same);
    if (part.in1 != a.end() || part.in2 != b.end()) pair.parts_at = static_cast<uint32_t>(part.in1 - a.begin());
    pair.read = first_differing_read(*pair.first, *pair.second, pair.reads_complete);
}

Message order_name(const simt::TriedOrder& order) {
    using Kind = simt::TriedOrder::Kind;
    Message name;
    switch (order.kind) {
    case Kind::by_line: name = msg("warps take turns by line"); break;
    case Kind::first_first: name = msg("each warp runs as far as it can, first warp first"); break;
    case Kind::last_first: name = msg("each warp runs as far as it can, last warp first"); break;
    case Kind::mixed: name = msg("random order {}", order.seed); break;
    }
    if (order.lanes_too) name = msg("{}, lanes apart", name);
    if (!order.omitted.empty()) name = msg("{}, without the barrier", name);
    return name;
}

Message element_name(const Recording& recording, uint32_t buffer, uint64_t index) {
    const BufferLayout& layout = recording.contents().measured->plan().buffers[buffer].layout;
    const std::string cell = cell_name(layout, index / layout.channels);
    return layout.channels > 1 ? msg("{} (channel {})", cell, index % layout.channels) : Message::verbatim(cell);
}

Message place_name(const Recording& recording, const MemoryAddress& at) {
    if (at.space != ptx::Space::shared)
        if (const auto global = recording.contents().measured->element(at.address); global && global->inside)
            return element_name(recording, global->buffer, static_cast<uint64_t>(global->index));
    const auto arrays = shared_arrays(recording);
    const auto element = element_at(recording, arrays, at);
    if (!element) return msg("address {}", fmt::format("0x{:x}", at.address));
    std::vector<uint64_t> extents;
    for (const SharedArray& array : arrays)
        if (at.space == ptx::Space::shared && array.name == element->array) extents = array.extents;
    std::string indices;
    uint64_t index = element->index;
    for (size_t k = extents.size(); k-- > 1; index /= std::max<uint64_t>(extents[k], 1))
        indices = fmt::format("[{}]", index % std::max<uint64_t>(extents[k], 1)) + indices;
    return Message::verbatim(fmt::format("{}[{}]{}", element->array, index, indices));
}

std::string value_at(const Recording& recording, const MemoryAddress& at, uint32_t bytes, uint64_t bits) {
    if (at.space == ptx::Space::shared) {
        for (const SharedArray& array : shared_arrays(recording))
            if (array.element != 0 && array.element_bytes == bytes && array.index_of(at.address))
                return value_text(recording, array.element, bits);
    } else if (const auto element = recording.contents().measured->element(at.address)) {
        const BufferLayout& layout = recording.contents().measured->plan().buffers[element->buffer].layout;
        if (size_of(layout.type) == bytes)
            return element_text(reinterpret_cast<const std::byte*>(&bits), layout.type, 0);
    }
    return fmt::format("0x{:0{}x}", bits, 2 * std::min(bytes, 8u));
}

std::vector<Message> format_lines(const OrderPair& pair) {
    std::vector<Message> words;
    if (pair.never_ends)
        words.push_back(msg("In the second order, threads wait forever, or run for many times as many instructions."));
    if (pair.element_count != 0) words.push_back(message_of_blocks(pair, elements_message(pair)));
    if (pair.lost_update) std::ranges::move(format_lines(*pair.lost_update), std::back_inserter(words));
    if (const auto& read = pair.read) {
        const Message place = place_name(*pair.first, read->at);
        const auto& own = pair.first->contents();
        words.push_back(pair.several_blocks
                            ? msg("First difference: lane {} of warp {} of block {} reads {}.", read->lane, read->warp,
                                  short_index_text(own.block_index, own.config.grid), place)
                            : msg("First difference: lane {} of warp {} reads {}.", read->lane, read->warp, place));
        words.push_back(read_message(true, read->first_step + 1,
                                     value_at(*pair.first, read->at, read->bytes, read->first), *pair.first,
                                     read->first_writer, pair.other_block));
        words.push_back(read_message(false, read->second_step + 1,
                                     value_at(*pair.second, read->at, read->bytes, read->second), *pair.second,
                                     read->second_writer, pair.other_block));
    } else if (pair.lost_update) {
        return words;
    } else if (pair.parts_at) {
        words.push_back(pair.reads_complete ? msg("The two orders differ from step {} on. No thread of this block "
                                                  "reads a different value: the last store wins.",
                                                  *pair.parts_at + 1)
                                            : msg("The two orders differ from step {} on. Not all reads of this block "
                                                  "could be compared; those compared are equal.",
                                                  *pair.parts_at + 1));
    } else if (!pair.reads_complete) {
        words.push_back(msg("The recordings of this block are equal in both orders, but incomplete."));
    } else {
        words.push_back(msg("This block does the same in both orders: the block that stores last wins."));
    }
    return words;
}

Message format_lines(const OrderSearch& search) {
    if (search.other_race != 0)
        return msg("The result changes, but another race (line {}) may be the cause. Fix that first.",
                   search.other_race);
    if (!search.found) return msg("None of {} tried orders changes the result.", search.tried);
    return msg("The result differs in this order: {}.", order_name(*search.found->order));
}

} // namespace warpscope::replay
