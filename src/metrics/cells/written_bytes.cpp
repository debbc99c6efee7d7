#include "metrics/cells/written_bytes.hpp"

#include <bit>
#include <cstring>
#include <limits>

#include "base/atomic_ref.hpp"

namespace warpscope::metrics {
namespace {

template<class Word, class Visit>
bool visit_words(uint8_t* marks, uint32_t count, Visit&& visit) {
    for (uint32_t mark = 0; mark < count; mark += sizeof(Word))
        if (visit(AtomicRef(*reinterpret_cast<Word*>(marks + mark)))) return true;
    return false;
}

template<class Visit>
bool visit_marks(uint8_t* marks, uint64_t first, uint32_t count, Visit&& visit) {
    if ((first | count) % 8 == 0) return visit_words<uint64_t>(marks + first, count, visit);
    if ((first | count) % 4 == 0) return visit_words<uint32_t>(marks + first, count, visit);
    return visit_words<uint8_t>(marks + first, count, visit);
}

template<class Word>
Word repeated(uint8_t mark) {
    return static_cast<Word>(std::numeric_limits<Word>::max() / 255 * mark);
}

} // namespace

WrittenBytes::WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const Undefined> undefined)
    : parts_(allocations.size()) {
    for (const auto& [allocation, element_bytes] : undefined) {
        const simt::Allocation& all = allocations[allocation];
        const uint64_t words = (all.bytes / element_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
        parts_[allocation] = {all.begin, all.bytes, static_cast<uint32_t>(std::countr_zero(element_bytes)),
                              Marks(words)};
    }
}

void WrittenBytes::track(uint32_t allocation, uint64_t begin, uint64_t bytes, uint32_t element_bytes) {
    if (parts_.size() <= allocation) parts_.resize(allocation + 1);
    const uint64_t elements = (bytes + element_bytes - 1) / element_bytes;
    parts_[allocation] = {begin, elements * element_bytes, static_cast<uint32_t>(std::countr_zero(element_bytes)),
                          Marks((elements + sizeof(uint64_t) - 1) / sizeof(uint64_t))};
    if (elements * element_bytes != bytes)
        mark(allocation, begin + bytes, static_cast<uint32_t>(elements * element_bytes - bytes));
}

void WrittenBytes::untrack(uint32_t allocation) {
    if (allocation < parts_.size()) parts_[allocation] = {};
}

std::vector<uint8_t> WrittenBytes::by_byte(uint32_t allocation) const {
    const Part& part = parts_[allocation];
    std::vector<uint8_t> written(part.bytes);
    for (uint64_t offset = 0; offset < part.bytes; ++offset)
        written[offset] = part.marks()[offset >> part.shift] & part.bit(offset);
    return written;
}

void WrittenBytes::mark(uint32_t allocation, uint64_t address, uint32_t bytes) {
    Part& part = parts_[allocation];
    const uint64_t offset = address - part.begin;
    if (!part.are_elements(offset, bytes)) {
        mark_parts(part, offset, bytes);
        return;
    }
    visit_marks(part.marks(), offset >> part.shift, bytes >> part.shift, [whole = part.whole()](auto mark) {
        using Word = decltype(mark)::value_type;
        mark.store(repeated<Word>(whole), std::memory_order_relaxed);
        return false;
    });
}

void WrittenBytes::mark_parts(Part& part, uint64_t offset, uint32_t bytes) {
    for (const uint64_t end = offset + bytes; offset < end; ++offset)
        AtomicRef(part.marks()[offset >> part.shift]).fetch_or(part.bit(offset), std::memory_order_relaxed);
}

void WrittenBytes::mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes) {
    if (stride == bytes) {
        mark(allocation, address, bytes * lanes);
        return;
    }
    for (uint32_t lane = 0; lane < lanes; ++lane) mark(allocation, address + uint64_t{lane} * stride, bytes);
}

void WrittenBytes::copy(uint32_t to_allocation, uint64_t to, uint32_t from_allocation, uint64_t from, uint64_t bytes) {
    if (!tracks(to_allocation)) return;
    const bool whole = !tracks(from_allocation);
    Part& target = parts_[to_allocation];
    for (uint64_t i = 0; i < bytes; ++i) {
        const uint64_t offset = to + i - target.begin;
        uint8_t& mark = target.marks()[offset >> target.shift];
        const bool written = whole || any(from_allocation, from + i, 1);
        mark = static_cast<uint8_t>(written ? mark | target.bit(offset) : mark & ~target.bit(offset));
    }
}

void WrittenBytes::forget(uint32_t allocation, uint64_t address, uint64_t bytes) {
    Part& part = parts_[allocation];
    const uint64_t first = (address - part.begin) >> part.shift,
                   last = (address - part.begin + bytes - 1) >> part.shift;
    for (uint64_t element = first; bytes != 0 && element <= last; ++element)
        AtomicRef(part.marks()[element]).store(0, std::memory_order_relaxed);
}

bool WrittenBytes::any(uint32_t allocation, uint64_t address, uint32_t bytes) {
    Part& part = parts_[allocation];
    const uint64_t offset = address - part.begin;
    if (!part.are_elements(offset, bytes)) return any_part(part, offset, bytes, true);
    return visit_marks(part.marks(), offset >> part.shift, bytes >> part.shift,
                       [](auto mark) { return mark.load(std::memory_order_relaxed) != 0; });
}

bool WrittenBytes::all_of(Part& part, uint64_t offset, uint32_t bytes) {
    if (!part.are_elements(offset, bytes)) return !any_part(part, offset, bytes, false);
    return !visit_marks(part.marks(), offset >> part.shift, bytes >> part.shift, [whole = part.whole()](auto mark) {
        using Word = decltype(mark)::value_type;
        return mark.load(std::memory_order_relaxed) != repeated<Word>(whole);
    });
}

bool WrittenBytes::any_part(Part& part, uint64_t offset, uint32_t bytes, bool is_written) {
    for (const uint64_t end = offset + bytes; offset < end; ++offset) {
        const uint8_t mark = AtomicRef(part.marks()[offset >> part.shift]).load(std::memory_order_relaxed);
        if (((mark & part.bit(offset)) != 0) == is_written) return true;
    }
    return false;
}

void WrittenBytes::settle() {
    for (Part& part : parts_) {
        const uint64_t elements = part.bytes >> part.shift;
        if (part.words.empty() || elements == 0) continue;
        // All marks are equal if each equals the next.
        const uint8_t* const marks = part.marks();
        if (marks[0] == part.whole() && std::memcmp(marks, marks + 1, elements - 1) == 0)
            Marks().swap(part.words); // assigning {} would keep the memory
    }
}

} // namespace warpscope::metrics
