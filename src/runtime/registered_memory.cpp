#include "runtime/registered_memory.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/module.hpp"

namespace warpscope::runtime {
namespace {

void copy_changed(std::byte* to, const std::byte* from, uint64_t bytes) {
    constexpr uint64_t page = 4096;
    for (uint64_t at = 0; at < bytes; at += page) {
        const uint64_t size = std::min(page, bytes - at);
        if (std::memcmp(to + at, from + at, size) != 0) std::memcpy(to + at, from + at, size);
    }
}

std::byte* host_memory(uint64_t address) { return reinterpret_cast<std::byte*>(address); }

} // namespace

bool RegisteredMemory::overlaps(uint64_t begin, uint64_t bytes) const {
    return std::ranges::any_of(all_, [&](const auto& one) {
        const Range& range = one.second;
        return begin < range.begin + range.bytes && range.begin < begin + bytes;
    });
}

void RegisteredMemory::add(uint64_t begin, const Allocated& twin, simt::GlobalMemory& memory) {
    all_.insert_or_assign(begin, Range{begin, twin.bytes, twin.begin});
    memory.add_alias(begin, twin.index);
}

uint64_t RegisteredMemory::remove(uint64_t begin, simt::GlobalMemory& memory) {
    memory.remove_alias(begin);
    const auto found = all_.find(begin);
    if (found == all_.end()) return 0;
    const uint64_t twin = found->second.twin;
    all_.erase(found);
    return twin;
}

void RegisteredMemory::clear(simt::GlobalMemory& memory) {
    for (const auto& [begin, range] : all_) memory.remove_alias(begin);
    all_.clear();
}

const RegisteredMemory::Range* RegisteredMemory::find(uint64_t host) const {
    const auto after = all_.upper_bound(host);
    if (after == all_.begin()) return nullptr;
    const Range& before = std::prev(after)->second;
    return host - before.begin < before.bytes ? &before : nullptr;
}

uint64_t RegisteredMemory::address_for_kernels(uint64_t host) {
    const Range* const range = find(host);
    if (range == nullptr) return 0;
    all_.at(range->begin).for_kernels = true;
    return range->twin + (host - range->begin);
}

uint64_t RegisteredMemory::address_for_host(uint64_t address) const {
    const auto in =
        std::ranges::find_if(all_, [&](const auto& one) { return address - one.second.twin < one.second.bytes; });
    return in == all_.end() ? address : in->second.begin + (address - in->second.twin);
}

void RegisteredMemory::replace_in(const Kernel& kernel, std::span<std::byte> parameters) {
    if (all_.empty()) return;
    for (const auto& parameter : kernel.program->parameters(kernel.index)) {
        uint64_t word = 0;
        if (parameter.alignment < sizeof(word)) continue;
        for (uint32_t at = 0; at + sizeof(word) <= parameter.bytes; at += sizeof(word)) {
            std::byte* const place = parameters.data() + parameter.offset + at;
            std::memcpy(&word, place, sizeof(word));
            if (const uint64_t twin = address_for_kernels(word); twin != 0) std::memcpy(place, &twin, sizeof(twin));
        }
    }
}

void RegisteredMemory::before_kernel(simt::GlobalMemory& memory) const {
    for (const auto& [begin, range] : all_) {
        if (!range.for_kernels) continue;
        copy_changed(memory.host(range.twin), host_memory(begin), range.bytes);
        memory.set_alias_filled(begin);
    }
}

void RegisteredMemory::after_kernel(simt::GlobalMemory& memory) {
    for (auto& [begin, range] : all_) {
        range.for_kernels = range.for_kernels || memory.is_alias_filled(begin);
        if (range.for_kernels) copy_changed(host_memory(begin), memory.host(range.twin), range.bytes);
    }
}

} // namespace warpscope::runtime
