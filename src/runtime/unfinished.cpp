#include "runtime/unfinished.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

#include <fmt/format.h>

namespace warpscope::runtime {
namespace {

/// Limit of bytes copied to find a kernel's writes
constexpr uint64_t max_copied = uint64_t{64} << 20;
constexpr size_t max_ranges = 4096;

void protect(uint64_t begin, uint64_t end, int allowed) {
    const uint64_t first = begin / host_page * host_page;
    mprotect(reinterpret_cast<void*>(first), (end - first + host_page - 1) / host_page * host_page, allowed);
}

} // namespace

void Unfinished::watch_before_launch(std::span<const std::byte> parameters, const Allocations& allocations) {
    before_.clear();
    if (!active_ || allocations.for_host() == 0) return;
    uint64_t copied = 0;
    const auto take = [&](const Allocated& in) {
        if (copied + in.bytes > max_copied || std::ranges::find(before_, in.begin, &Copy::begin) != before_.end())
            return;
        before_.push_back({in.begin, in.bytes, copied});
        copied += in.bytes;
    };
    for (size_t at = 0; at + sizeof(uint64_t) <= parameters.size(); at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, parameters.data() + at, sizeof(word));
        const Allocated* const in = allocations.covers(word) ? allocations.find(word) : nullptr;
        if (in != nullptr && in->for_host()) take(*in);
    }
    for (const uint64_t variable : allocations.managed_variables())
        if (const Allocated* const in = allocations.find(variable)) take(*in);
    if (copied > copied_.size()) copied_.resize(copied);
    for (const Copy& copy : before_)
        std::memcpy(copied_.data() + copy.offset, allocations.memory()->host(copy.begin), copy.bytes);
}

void Unfinished::protect_after_launch(const Stream& stream, const std::string& kernel, const Allocations& allocations,
                                      Flags flags) {
    const auto shared_flags = std::make_shared<const Flags>(std::move(flags));
    for (const Copy& copy : before_) {
        const std::byte* const now = allocations.memory()->host(copy.begin);
        const std::byte* const before = copied_.data() + copy.offset;
        const uint64_t bytes = copy.bytes;
        const auto changed = [&](uint64_t at) {
            return std::memcmp(now + at, before + at, std::min(host_page, bytes - at)) != 0;
        };
        // Pages between written pages are not watched, because the host may use them.
        for (uint64_t at = 0; at < bytes; at += host_page) {
            if (!changed(at)) continue;
            uint64_t first = at;
            while (at + host_page < bytes && changed(at + host_page)) at += host_page;
            uint64_t last = std::min(at + host_page, bytes);
            while (now[first] == before[first]) ++first;
            while (now[last - 1] == before[last - 1]) --last;
            add({copy.begin + first, copy.begin + last, true, stream.number, stream.work(),
                 msg("the kernel {} writes it", kernel), shared_flags});
        }
    }
    before_.clear();
}

void Unfinished::note_copy(const Stream& stream, const char* call, uint64_t begin, uint64_t bytes, bool written) {
    if (active_)
        add({begin, begin + bytes, written, stream.number, stream.work(),
             written ? msg("{} writes it", call) : msg("{} reads it", call)});
}

void Unfinished::add(Range range) {
    if (ranges_.size() >= max_ranges) return;
    ranges_.push_back(range);
    protect_again({std::move(range)});
}

void Unfinished::drop(const std::vector<Range>& gone) {
    for (const Range& range : gone) protect(range.begin, range.end, PROT_READ | PROT_WRITE);
    protect_again(gone);
}

void Unfinished::protect_again(const std::vector<Range>& pages) const {
    const auto shares_page = [&](const Range& left) {
        return std::ranges::any_of(pages, [&](const Range& range) {
            return left.begin / host_page <= (range.end - 1) / host_page &&
                   range.begin / host_page <= (left.end - 1) / host_page;
        });
    };
    for (const bool written : {false, true}) // written ranges last, because they forbid all accesses to the page
        for (const Range& left : ranges_)
            if (left.written == written && shares_page(left))
                protect(left.begin, left.end, left.written ? PROT_NONE : PROT_READ);
}

void Unfinished::settle(const Order& known) {
    if (ranges_.empty()) return;
    std::vector<Range> gone;
    std::erase_if(ranges_, [&](Range& range) {
        const auto ended = known.find(range.stream);
        if (ended == known.end() || ended->second < range.work) return false;
        gone.push_back(std::move(range));
        return true;
    });
    drop(gone);
}

void Unfinished::forget(uint64_t begin, uint64_t end) {
    std::vector<Range> gone;
    std::erase_if(ranges_, [&](Range& range) {
        if (range.begin < begin || range.begin >= end) return false;
        gone.push_back(std::move(range));
        return true;
    });
    drop(gone);
}

std::optional<Unfinished::Fault> Unfinished::take_fault(uint64_t address, bool is_write, bool is_atomic) {
    const auto first = address / host_page * host_page;
    std::optional<Fault> fault;
    bool stopped = false;
    std::vector<Range> gone;
    Order seen; // work that the accessed flags announce as finished
    std::erase_if(ranges_, [&](Range& range) {
        if (range.end <= first || range.begin >= first + host_page) return false;
        stopped = true;
        // A fault gives only the first byte of an access, which has at most 16 bytes.
        const bool meant = address + 16 > range.begin && address < range.end && (is_write || range.written);
        const bool is_flag = range.flags != nullptr && range.flags->written.covers(address) && (!is_write || is_atomic);
        if (is_flag && range.flags->releases) seen[range.stream] = std::max(seen[range.stream], range.work);
        if (meant && !is_flag && !fault) fault = Fault{range.what, is_write};
        gone.push_back(std::move(range));
        return true;
    });
    if (!stopped) return std::nullopt;
    drop(gone);
    settle(seen);
    protect(first, first + host_page, PROT_READ | PROT_WRITE);
    return fault ? fault : Fault{};
}

} // namespace warpscope::runtime
