#include "runtime/allocations.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "runtime/device_model.hpp"

namespace warpscope::runtime {
namespace {

constexpr uint32_t mark_unit = 4;

uint64_t memory_budget() {
    const uint64_t max = device_model().memory_bytes;
    std::ifstream info("/proc/meminfo");
    std::string name;
    uint64_t kilobytes = 0;
    while (info >> name >> kilobytes) {
        if (name == "MemAvailable:") return std::min(max, kilobytes * 1024 / 10 * 9);
        info.ignore(256, '\n');
    }
    return max / 16;
}

std::shared_ptr<simt::GlobalMemory> make_memory() {
    auto memory = simt::GlobalMemory::at_host_addresses();
    if (memory) return std::make_shared<simt::GlobalMemory>(std::move(*memory));
    // The loader also exits with 127 for a missing library.
    fmt::print(stderr, "warpscope: {}\n", memory.error().text());
    _exit(127);
}

} // namespace

Allocations::Allocations(bool checked)
    : memory_(make_memory())
    , budget_(memory_budget()) {
    if (checked)
        written_ = std::make_shared<metrics::WrittenBytes>(std::vector<simt::Allocation>(),
                                                           std::span<const metrics::WrittenBytes::Undefined>());
}

const Allocated* Allocations::allocate(uint64_t bytes, MemoryKind kind, Frames frames) {
    if (bytes > budget_ || in_use_ > budget_ - bytes) return nullptr;
    const auto index = memory_->allocate(fmt::format("allocation {}", made_ + 1), bytes);
    if (!index) return nullptr;
    made_ += 1;
    changes_ += 1;
    in_use_ += bytes;
    const uint64_t begin = memory_->allocations()[*index].begin;
    Allocated made{*index, made_, begin, bytes, kind, std::move(frames), kind != MemoryKind::device};
    if (made.for_host()) {
        memory_->set_host_access(*index, true);
        ++for_host_;
    }
    if (written_ && (kind == MemoryKind::device || kind == MemoryKind::managed))
        written_->track(*index, begin, bytes, mark_unit);
    freed_.erase(begin);
    return &live_.insert_or_assign(begin, std::move(made)).first->second;
}

void Allocations::set_rows(uint64_t address, uint64_t row_bytes, uint64_t pitch) {
    const auto at = live_.find(address);
    if (at == live_.end()) return;
    at->second.row_bytes = row_bytes;
    at->second.pitch = pitch;
}

void Allocations::add_variable(uint32_t index, bool managed) {
    const simt::Allocation& a = memory_->allocations()[index];
    changes_ += 1;
    if (managed) {
        memory_->set_host_access(index, true);
        managed_variables_.push_back(a.begin);
        ++for_host_;
    }
    live_.insert_or_assign(
        a.begin, Allocated{index, 0, a.begin, a.bytes, managed ? MemoryKind::managed : MemoryKind::variable, {}, true});
}

void Allocations::release(uint64_t address) {
    const auto found = live_.find(address);
    if (found == live_.end()) return;
    changes_ += 1;
    in_use_ -= found->second.bytes;
    if (found->second.for_host()) --for_host_;
    memory_->release(found->second.index);
    if (written_) written_->untrack(found->second.index);
    freed_.insert_or_assign(address, std::move(found->second));
    live_.erase(found);
}

void Allocations::track_heap(uint32_t index) {
    const simt::Allocation& heap = memory_->allocations()[index];
    if (written_) written_->track(index, heap.begin, heap.bytes, sizeof(uint64_t));
}

void Allocations::note_free_tried(const void* address) {
    const auto found = live_.find(reinterpret_cast<uint64_t>(address));
    if (found != live_.end()) found->second.free_tried = true;
}

const Allocated* Allocations::find(uint64_t address) const {
    const auto after = live_.upper_bound(address);
    if (after == live_.begin()) return nullptr;
    const Allocated& before = std::prev(after)->second;
    return address < before.end() ? &before : nullptr;
}

const Allocated* Allocations::freed(uint64_t address) const {
    const auto after = freed_.upper_bound(address);
    if (after == freed_.begin()) return nullptr;
    const Allocated& before = std::prev(after)->second;
    return address < before.end() ? &before : nullptr;
}

std::string Allocations::name_of(const Allocated& allocated) const {
    if (allocated.number != 0) return fmt::format("allocation {}", allocated.number);
    return std::string(plain_name(memory_->allocations()[allocated.index].name));
}

void Allocations::note_contents(uint64_t address) {
    const auto after = live_.upper_bound(address);
    if (after != live_.begin() && address < std::prev(after)->second.end())
        std::prev(after)->second.has_contents = true;
}

void Allocations::note_reached(uint64_t address) {
    if (const auto found = live_.find(address); found != live_.end()) found->second.has_contents = true;
}

void Allocations::note_writer(uint64_t address, Writer writer) {
    const auto next = live_.upper_bound(address);
    if (next != live_.begin() && address < std::prev(next)->second.end())
        std::prev(next)->second.writer = std::move(writer);
}

void Allocations::note_host_accesses() {
    if (!written_ || for_host_ == 0) return;
    for (auto& [begin, in] : live_) {
        if (in.kind != MemoryKind::managed || !written_->tracks(in.index)) continue;
        auto accessed = memory_->accessed_pages(in.index);
        for (const auto& [from, to] : accessed)
            if (std::ranges::find(in.accessed, std::pair(from, to)) == in.accessed.end())
                mark_written(begin + from, to - from);
        in.accessed = std::move(accessed);
    }
}

void Allocations::mark_written(uint64_t address, uint64_t bytes) {
    note_contents(address);
    const Allocated* const in = written_ ? find(address) : nullptr;
    if (in == nullptr || !written_->tracks(in->index)) return;
    constexpr uint64_t at_once = uint64_t{1} << 20;
    for (uint64_t done = 0; done < bytes; done += at_once)
        written_->mark(in->index, address + done, static_cast<uint32_t>(std::min(at_once, bytes - done)));
}

void Allocations::copy_written(uint64_t to, uint64_t from, uint64_t bytes) {
    note_contents(to);
    const Allocated* const source = written_ ? find(from) : nullptr;
    if (source == nullptr || !written_->tracks(source->index)) return mark_written(to, bytes);
    for (uint64_t k = 0; k < bytes;) {
        const auto step = static_cast<uint32_t>(std::min<uint64_t>(mark_unit - (from + k) % mark_unit, bytes - k));
        if (written_->all(source->index, from + k, step)) {
            mark_written(to + k, step);
        } else {
            for (uint32_t b = 0; b < step; ++b)
                if (written_->all(source->index, from + k + b, 1)) mark_written(to + k + b, 1);
        }
        k += step;
    }
}

} // namespace warpscope::runtime
