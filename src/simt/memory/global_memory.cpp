#include "simt/memory.hpp"

#include "simt/memory/reservation.hpp"
#include "simt/memory/zero_page.hpp"
#include "simt/state/address_map.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/big_pages.hpp"
#include "base/launch.hpp"
#include "base/page_memory.hpp"

namespace warpscope::simt {
namespace {

constexpr uint64_t alignment = 256;
constexpr uint64_t guard = uint64_t{16} << 20; // detects accesses a row or plane too far

constexpr uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

constexpr size_t wide_guards = 4096;
constexpr uint64_t narrow_guard = uint64_t{64} << 10;

constexpr size_t kept_free = 256;

/// Skips zero pages, which take no memory.
void copy_written(std::byte* to, const std::byte* from, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += page_bytes) {
        const uint64_t size = std::min<uint64_t>(page_bytes, bytes - at);
        if (!is_zero_page(std::span(from + at, size))) std::memcpy(to + at, from + at, size);
    }
}

} // namespace

struct GlobalMemory::Impl {
    Reservation arena;
    uint64_t base = global_base;
    std::vector<Allocation> allocations;
    std::vector<uint32_t> by_address;
    std::vector<uint64_t> rooms;
    std::deque<uint32_t> freed; // oldest first
    uint64_t next = guard;
    TextureTable textures;
    struct Alias {
        uint64_t begin = 0;
        uint32_t twin = 0;
        bool filled = false;
    };
    std::vector<Alias> aliases;
    mutable std::mutex alias_mutex; // guards `filled` while a kernel runs

    [[nodiscard]] std::vector<Alias>::iterator alias_at(uint64_t host_begin) {
        return std::ranges::find(aliases, host_begin, &Alias::begin);
    }

    std::optional<uint32_t> take_freed(uint64_t bytes) {
        constexpr size_t sampled_words = 64;
        if (freed.size() <= kept_free) return std::nullopt;
        for (size_t k = 0; k < sampled_words; ++k)
            if (const uint32_t index = freed[k]; rooms[index] >= bytes && rooms[index] / 2 <= bytes) {
                freed.erase(freed.begin() + static_cast<std::ptrdiff_t>(k));
                return index;
            }
        return std::nullopt;
    }
    [[nodiscard]] bool has_room(uint64_t bytes) { return bytes <= arena.bytes() || arena.grow(bytes); }
    [[nodiscard]] std::vector<uint32_t>::const_iterator after(uint64_t address) const {
        return std::upper_bound(by_address.begin(), by_address.end(), address,
                                [this](uint64_t value, uint32_t k) { return value < allocations[k].begin; });
    }
};

GlobalMemory::GlobalMemory(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
GlobalMemory::GlobalMemory()
    : impl_(std::make_unique<Impl>()) {
    impl_->arena.reserve();
}
GlobalMemory::~GlobalMemory() = default;
GlobalMemory::GlobalMemory(GlobalMemory&&) noexcept = default;
GlobalMemory& GlobalMemory::operator=(GlobalMemory&&) noexcept = default;

Result<GlobalMemory> GlobalMemory::at_host_addresses() {
    auto impl = std::make_unique<Impl>();
    impl->base = impl->arena.reserve_twice();
    if (impl->base == 0)
        return fail(ErrorKind::environment, msg("the system has no address space left for the emulated memory"));
    return GlobalMemory(std::move(impl));
}

uint64_t GlobalMemory::base() const { return impl_->base; }
uint64_t GlobalMemory::address_space() const { return impl_->arena.bytes(); }

Result<uint32_t> GlobalMemory::allocate(std::string name, uint64_t bytes) {
    const uint64_t unit = impl_->arena.is_shared() ? page_bytes : alignment;
    const uint64_t rounded = round_up(bytes, unit);
    const uint64_t gap = impl_->allocations.size() < wide_guards ? guard : narrow_guard;
    constexpr uint64_t max = uint64_t{1} << 40;
    if (const auto again = bytes > max ? std::nullopt : impl_->take_freed(rounded)) {
        Allocation& a = impl_->allocations[*again];
        a = {std::move(name), a.begin, bytes, false};
        return *again;
    }
    if (bytes > max || !impl_->has_room(impl_->next + rounded + gap))
        return fail(ErrorKind::environment, msg("no room for '{}' ({} bytes) in the emulated memory", name, bytes),
                    msg("use smaller or fewer buffers"));
    if (bytes >= own_pages_bytes) impl_->next = round_up(impl_->next, page_bytes);
    impl_->next = round_up(impl_->next, unit);
    if (!impl_->arena.is_shared()) prefer_big_pages(impl_->arena.start() + impl_->next, bytes);
    impl_->allocations.push_back({std::move(name), impl_->base + impl_->next, bytes, false});
    impl_->rooms.push_back(rounded);
    impl_->by_address.push_back(static_cast<uint32_t>(impl_->allocations.size() - 1));
    impl_->next += rounded + gap;
    impl_->arena.extend_used(impl_->next);
    static_assert(undefined_byte == std::byte{0}); // fresh pages are zero
    return static_cast<uint32_t>(impl_->allocations.size() - 1);
}

void GlobalMemory::release(uint32_t allocation) {
    discard(allocation);
    if (impl_->arena.is_shared()) set_host_access(allocation, false);
    Allocation& a = impl_->allocations[allocation];
    a.freed_bytes = a.bytes;
    a.bytes = 0;
    impl_->freed.push_back(allocation);
}

void GlobalMemory::set_host_access(uint32_t allocation, bool allowed) {
    const Allocation& a = impl_->allocations[allocation];
    if (impl_->arena.is_shared() && a.bytes != 0)
        impl_->arena.set_host_access(a.begin - impl_->base, round_up(a.bytes, page_bytes), allowed);
}

std::vector<std::pair<uint64_t, uint64_t>> GlobalMemory::accessed_pages(uint32_t allocation) const {
    const Allocation& a = impl_->allocations[allocation];
    if (!impl_->arena.is_shared()) return {{0, a.bytes}};
    std::vector<std::pair<uint64_t, uint64_t>> pages;
    const uint64_t begin = a.begin - impl_->base, end = begin + a.bytes;
    for (uint64_t at = begin; at < end;) {
        const Reservation::Part part = impl_->arena.first_accessed(at, end);
        if (part.begin < part.end) pages.emplace_back(part.begin - begin, part.end - begin);
        at = part.end;
    }
    return pages;
}

void GlobalMemory::set_read_only(uint32_t allocation) { impl_->allocations[allocation].read_only = true; }

void GlobalMemory::upload(uint32_t allocation, uint64_t offset, std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(host(impl_->allocations[allocation].begin + offset), bytes.data(), bytes.size());
}

void GlobalMemory::upload_shared(uint32_t allocation, std::span<const std::byte> bytes) {
    if (!map_pages(host(impl_->allocations[allocation].begin), bytes)) upload(allocation, 0, bytes);
}

void GlobalMemory::download(uint32_t allocation, uint64_t offset, std::span<std::byte> bytes) const {
    if (!bytes.empty()) std::memcpy(bytes.data(), host(impl_->allocations[allocation].begin + offset), bytes.size());
}

void GlobalMemory::discard(uint32_t allocation) {
    // Clears whole pages: because of the guards, no other allocation uses them.
    static_assert(narrow_guard >= 2 * page_bytes && undefined_byte == std::byte{0});
    const Allocation& a = impl_->allocations[allocation];
    const uint64_t begin = (a.begin - impl_->base) / page_bytes * page_bytes;
    const uint64_t end = round_up(a.end() - impl_->base, page_bytes);
    if (a.bytes == 0) return;
    impl_->arena.clear(begin, end - begin);
}

const std::vector<Allocation>& GlobalMemory::allocations() const { return impl_->allocations; }

std::optional<uint32_t> GlobalMemory::find(uint64_t address) const {
    const auto after = impl_->after(address);
    if (after == impl_->by_address.begin()) return std::nullopt;
    const uint32_t index = *std::prev(after);
    return address < impl_->allocations[index].end() ? std::optional(index) : std::nullopt;
}

std::optional<uint32_t> GlobalMemory::nearest(uint64_t address) const {
    std::optional<uint32_t> best;
    uint64_t distance = guard;
    for (uint32_t i = 0; i < impl_->allocations.size(); ++i) {
        const Allocation& a = impl_->allocations[i];
        const uint64_t end = a.begin + std::max(a.bytes, a.freed_bytes);
        const uint64_t away = address < a.begin ? a.begin - address : address >= end ? address - end : 0;
        if (away < distance) {
            distance = away;
            best = i;
        }
    }
    return best;
}

std::byte* GlobalMemory::host(uint64_t address) { return impl_->arena.start() + (address - impl_->base); }
const std::byte* GlobalMemory::host(uint64_t address) const { return impl_->arena.start() + (address - impl_->base); }

void GlobalMemory::add_alias(uint64_t host_begin, uint32_t allocation) {
    impl_->aliases.push_back({host_begin, allocation});
}

void GlobalMemory::remove_alias(uint64_t host_begin) {
    if (const auto at = impl_->alias_at(host_begin); at != impl_->aliases.end()) impl_->aliases.erase(at);
}

void GlobalMemory::set_alias_filled(uint64_t host_begin) {
    const std::scoped_lock lock(impl_->alias_mutex);
    if (const auto at = impl_->alias_at(host_begin); at != impl_->aliases.end()) at->filled = true;
}

bool GlobalMemory::is_alias_filled(uint64_t host_begin) const {
    const std::scoped_lock lock(impl_->alias_mutex);
    const auto at = impl_->alias_at(host_begin);
    return at != impl_->aliases.end() && at->filled;
}

std::optional<uint64_t> GlobalMemory::reach_alias(uint64_t address, uint64_t bytes) {
    if (impl_->aliases.empty()) return std::nullopt;
    const std::scoped_lock lock(impl_->alias_mutex);
    for (Impl::Alias& alias : impl_->aliases) {
        const Allocation& twin = impl_->allocations[alias.twin];
        const uint64_t offset = address - alias.begin;
        if (offset >= twin.bytes || bytes > twin.bytes - offset) continue;
        if (!alias.filled) std::memcpy(host(twin.begin), reinterpret_cast<const void*>(alias.begin), twin.bytes);
        alias.filled = true;
        return twin.begin + offset;
    }
    return std::nullopt;
}

TextureTable& GlobalMemory::textures() { return impl_->textures; }
const TextureTable& GlobalMemory::textures() const { return impl_->textures; }

Result<GlobalMemory> GlobalMemory::fork_empty() const {
    GlobalMemory copy;
    copy.impl_->base = impl_->base;
    if (!copy.impl_->has_room(impl_->next))
        return fail(ErrorKind::environment, msg("no room for a copy of the emulated memory"),
                    msg("use smaller or fewer buffers"));
    copy.impl_->allocations = impl_->allocations;
    copy.impl_->by_address = impl_->by_address;
    copy.impl_->rooms = impl_->rooms;
    copy.impl_->freed = impl_->freed;
    copy.impl_->next = impl_->next;
    copy.impl_->arena.extend_used(impl_->next);
    copy.impl_->textures = impl_->textures;
    copy.impl_->aliases = impl_->aliases;
    return copy;
}

Result<GlobalMemory> GlobalMemory::fork_on_write() const {
    if (!impl_->arena.is_shared()) return fork();
    auto copy = fork_empty();
    if (copy && !copy->impl_->arena.map_privately(impl_->arena, round_up(impl_->next, page_bytes))) return fork();
    return copy;
}

Result<GlobalMemory> GlobalMemory::fork() const {
    auto forked = fork_empty();
    if (!forked) return forked;
    GlobalMemory& copy = *forked;
    for (const Allocation& a : impl_->allocations) {
        prefer_big_pages(copy.host(a.begin), a.bytes);
        copy_written(copy.host(a.begin), host(a.begin), a.bytes);
    }
    return forked;
}

} // namespace warpscope::simt
