#include "runtime/unwritten_read.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace warpscope::runtime {
namespace {

constexpr uint64_t max_bytes = uint64_t{64} << 20; // per allocation
constexpr size_t max_runs = 4096;
constexpr int max_protections = 64; // per allocation

std::atomic<UnwrittenReads*> active{nullptr};

uint64_t page_of(uint64_t address) { return address / host_page * host_page; }
void allow(uint64_t begin, uint64_t end, int accesses) {
    mprotect(reinterpret_cast<void*>(begin), end - begin, accesses);
}

} // namespace

/// Protects the members. Also safe in signal handlers, because no code faults while it holds this lock.
class UnwrittenReads::Guard {
public:
    explicit Guard(UnwrittenReads& of)
        : busy_(of.busy_) {
        while (busy_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    ~Guard() { busy_.clear(std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    std::atomic_flag& busy_;
};

void UnwrittenReads::open() {
    const Guard guard(*this);
    if (!is_open_)
        for (const Run& run : runs_) allow(run.begin, run.end, PROT_READ | PROT_WRITE);
    is_open_ = true;
}

void UnwrittenReads::protect(Allocations& allocations) {
#ifdef __x86_64__ // elsewhere, faults do not tell reads from writes
    if (allocations.written() == nullptr || allocations.for_host() == 0) return;
    const Guard guard(*this);
    // The host's other threads may write during a launch, while pages are open.
    if (!launcher_) launcher_ = std::this_thread::get_id();
    is_off_ = is_off_ || *launcher_ != std::this_thread::get_id();
    if (is_off_) return;
    runs_.clear();
    metrics::WrittenBytes& written = *allocations.written();
    for (const auto& [begin, in] : allocations.live()) {
        if (in.kind != MemoryKind::managed || in.writer.kernel.empty() || in.bytes > max_bytes) continue;
        if (!written.tracks(in.index)) continue;
        Watch& watch = watches_[begin];
        if (watch.reported_end == 0 && watch.protections++ < max_protections) add_pages(in, written);
    }
    is_open_ = false;
    first_ = runs_.empty() ? 0 : runs_.front().begin;
    last_ = runs_.empty() ? 0 : runs_.back().end;
    for (const Run& run : runs_) allow(run.begin, run.end, PROT_NONE);
    active = this;
#else
    (void)allocations;
#endif
}

void UnwrittenReads::add_pages(const Allocated& in, metrics::WrittenBytes& written) {
    for (uint64_t at = in.begin; at < in.end(); at += host_page) {
        const uint64_t bytes = std::min(host_page, in.end() - at);
        if (written.all(in.index, at, static_cast<uint32_t>(bytes)) || given_up_.contains(at)) continue;
        if (!runs_.empty() && runs_.back().end == at)
            runs_.back().end += host_page;
        else if (runs_.size() < max_runs)
            runs_.push_back({at, at + host_page});
    }
}

void UnwrittenReads::protect_again() {
    const Guard guard(*this);
    if (is_open_) return;
    for (const Run& run : runs_) allow(run.begin, run.end, PROT_NONE);
}

void UnwrittenReads::forget(uint64_t begin, uint64_t end) {
    const Guard guard(*this);
    remove(begin, page_of(end + host_page - 1));
    given_up_.erase(given_up_.lower_bound(begin), given_up_.lower_bound(end));
    watches_.erase(begin);
}

bool UnwrittenReads::is_protected(uint64_t at) const {
    return std::ranges::any_of(runs_, [&](const Run& run) { return at >= run.begin && at < run.end; });
}

bool UnwrittenReads::was_protected(uint64_t at) const {
    const auto next = watches_.upper_bound(at);
    const bool is_reported = next != watches_.begin() && std::prev(next)->second.reported_end > at;
    return is_reported || given_up_.contains(at) || is_protected(at);
}

void UnwrittenReads::remove(uint64_t begin, uint64_t end) {
    std::vector<Run> left;
    for (const Run& run : runs_) {
        const uint64_t from = std::max(run.begin, begin), to = std::min(run.end, end);
        if (from >= to) {
            left.push_back(run);
            continue;
        }
        allow(from, to, PROT_READ | PROT_WRITE);
        if (run.begin < from) left.push_back({run.begin, from});
        if (to < run.end) left.push_back({to, run.end});
    }
    runs_ = std::move(left);
}

bool UnwrittenReads::give_up(uint64_t address) {
    const Guard guard(*this);
    const uint64_t at = page_of(address);
    if (!was_protected(at)) return false;
    keep_open(at);
    return true;
}

void UnwrittenReads::keep_open(uint64_t at) {
    remove(at, at + host_page);
    given_up_.insert(at);
}

std::optional<UnwrittenReads::Fault> UnwrittenReads::take_fault(uint64_t address, bool is_write, bool by_program,
                                                                Allocations& allocations) {
    const uint64_t at = page_of(address);
    const Allocated* const in = allocations.find(address);
    if (in == nullptr || is_write || !by_program) {
        if (!give_up(address)) return std::nullopt;
        // The host may write more of the page, unnoticed.
        if (in != nullptr && is_write) allocations.mark_written(at, std::min(host_page, in->end() - at));
        return Fault{};
    }
    const Guard guard(*this);
    if (!was_protected(at)) return std::nullopt;
    if (!is_protected(at)) return Fault{}; // another thread had the same fault
    if (!allocations.written()->all(in->index, address, 1)) {
        watches_[in->begin].reported_end = in->end();
        remove(in->begin, page_of(in->end() + host_page - 1));
        return Fault{.is_unwritten = true};
    }
    if (begin_step(at)) return Fault{.steps = true};
    keep_open(at);
    return Fault{};
}

bool UnwrittenReads::begin_step(uint64_t at) {
    std::thread::id none;
    if (steps_left_ == 0 || !stepping_.compare_exchange_strong(none, std::this_thread::get_id())) return false;
    --steps_left_;
    step_page_ = at;
    allow(at, at + host_page, PROT_READ | PROT_WRITE);
    std::memcpy(before_step_.data(), reinterpret_cast<const void*>(at), host_page);
    return true;
}

bool UnwrittenReads::end_step() {
    if (stepping_.load() != std::this_thread::get_id()) return false;
    const Guard guard(*this);
    const uint64_t at = step_page_;
    if (is_protected(at) && !is_open_) {
        allow(at, at + host_page, PROT_READ);
        // Another thread may have written.
        const bool is_same = std::memcmp(before_step_.data(), reinterpret_cast<const void*>(at), host_page) == 0;
        if (is_same)
            allow(at, at + host_page, PROT_NONE);
        else
            keep_open(at);
    }
    stepping_ = std::thread::id();
    return true;
}

void UnwrittenReads::open_for_system(const void* memory, uint64_t bytes) {
    UnwrittenReads* const reads = active;
    const auto begin = reinterpret_cast<uint64_t>(memory);
    if (reads == nullptr || begin >= reads->last_ || begin + bytes <= reads->first_) return;
    const Guard guard(*reads);
    for (uint64_t at = page_of(begin); at < begin + bytes && !reads->runs_.empty(); at += host_page)
        if (reads->is_protected(at)) reads->keep_open(at);
}

} // namespace warpscope::runtime
