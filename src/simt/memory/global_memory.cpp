#include "simt/memory.hpp"

#include "simt/state/address_map.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <utility>

#include <fmt/format.h>

#include "base/big_pages.hpp"
#include "base/launch.hpp"
#include "base/page_memory.hpp"

namespace warpscope::simt {
namespace {

constexpr uint64_t alignment = 256;
constexpr uint64_t guard = uint64_t{16} << 20; // wide, so that a stray row or plane does not land in a neighbour

constexpr uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Address space reserved from the system; pages cost memory only once they are touched.
class Reservation {
public:
    Reservation() {
        for (uint64_t bytes = uint64_t{1} << 38; bytes >= uint64_t{1} << 30; bytes >>= 1) {
            void* const start =
                mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (start == MAP_FAILED) continue;
            start_ = static_cast<std::byte*>(start);
            bytes_ = bytes;
            return;
        }
    }
    ~Reservation() {
        if (start_ != nullptr) munmap(start_, bytes_);
    }
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;

    [[nodiscard]] std::byte* start() const { return start_; }
    [[nodiscard]] uint64_t bytes() const { return bytes_; }

private:
    std::byte* start_ = nullptr;
    uint64_t bytes_ = 0;
};

/// Copies to fresh memory, whose pages hold zeros: pages that nobody has written anything else to stay untouched, and
/// take no space in the copy.
void copy_written(std::byte* to, const std::byte* from, uint64_t bytes) {
    static constexpr std::array<std::byte, page_bytes> zeros{};
    for (uint64_t at = 0; at < bytes; at += page_bytes) {
        const uint64_t size = std::min<uint64_t>(page_bytes, bytes - at);
        if (std::memcmp(from + at, zeros.data(), size) != 0) std::memcpy(to + at, from + at, size);
    }
}

} // namespace

struct GlobalMemory::Impl {
    Reservation arena;
    std::vector<Allocation> allocations; // ascending
    uint64_t next = guard;               // offset in the arena
};

GlobalMemory::GlobalMemory()
    : impl_(std::make_unique<Impl>()) {}
GlobalMemory::~GlobalMemory() = default;
GlobalMemory::GlobalMemory(GlobalMemory&&) noexcept = default;
GlobalMemory& GlobalMemory::operator=(GlobalMemory&&) noexcept = default;

Result<uint32_t> GlobalMemory::allocate(std::string name, uint64_t bytes) {
    const uint64_t rounded = round_up(bytes, alignment);
    if (bytes > impl_->arena.bytes() || impl_->next + rounded + guard > impl_->arena.bytes())
        return fail(ErrorKind::environment,
                    fmt::format("no room for '{}' ({} bytes) in the emulated memory", name, bytes),
                    "use smaller or fewer buffers");
    if (bytes >= own_pages_bytes) impl_->next = round_up(impl_->next, page_bytes); // to be shared
    prefer_big_pages(impl_->arena.start() + impl_->next, bytes);
    impl_->allocations.push_back({std::move(name), global_base + impl_->next, bytes, false});
    impl_->next += rounded + guard;
    static_assert(undefined_byte == std::byte{0}); // what fresh pages hold
    return static_cast<uint32_t>(impl_->allocations.size() - 1);
}

void GlobalMemory::set_read_only(uint32_t allocation) { impl_->allocations[allocation].read_only = true; }

void GlobalMemory::upload(uint32_t allocation, uint64_t offset, std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(host(impl_->allocations[allocation].begin + offset), bytes.data(), bytes.size());
}

void GlobalMemory::upload_shared(uint32_t allocation, std::span<const std::byte> bytes) {
    if (!lay_pages(host(impl_->allocations[allocation].begin), bytes)) upload(allocation, 0, bytes);
}

void GlobalMemory::download(uint32_t allocation, uint64_t offset, std::span<std::byte> bytes) const {
    if (!bytes.empty()) std::memcpy(bytes.data(), host(impl_->allocations[allocation].begin + offset), bytes.size());
}

void GlobalMemory::discard(uint32_t allocation) {
    // Whole pages: guards keep every other allocation off them. Fresh ones are laid over them, because shared ones
    // would only be as they were at first.
    static_assert(guard >= 2 * page_bytes && undefined_byte == std::byte{0});
    const Allocation& a = impl_->allocations[allocation];
    const uint64_t begin = (a.begin - global_base) / page_bytes * page_bytes;
    const uint64_t end = round_up(a.end() - global_base, page_bytes);
    if (a.bytes != 0)
        mmap(impl_->arena.start() + begin, end - begin, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

const std::vector<Allocation>& GlobalMemory::allocations() const { return impl_->allocations; }

std::optional<uint32_t> GlobalMemory::find(uint64_t address) const {
    const auto& all = impl_->allocations;
    const auto after = std::upper_bound(all.begin(), all.end(), address,
                                        [](uint64_t value, const Allocation& a) { return value < a.begin; });
    if (after == all.begin() || address >= std::prev(after)->end()) return std::nullopt;
    return static_cast<uint32_t>(std::prev(after) - all.begin());
}

std::optional<uint32_t> GlobalMemory::nearest(uint64_t address) const {
    std::optional<uint32_t> best;
    uint64_t distance = guard;
    for (uint32_t i = 0; i < impl_->allocations.size(); ++i) {
        const Allocation& a = impl_->allocations[i];
        const uint64_t away = address < a.begin ? a.begin - address : address >= a.end() ? address - a.end() : 0;
        if (away < distance) {
            distance = away;
            best = i;
        }
    }
    return best;
}

std::byte* GlobalMemory::host(uint64_t address) { return impl_->arena.start() + (address - global_base); }
const std::byte* GlobalMemory::host(uint64_t address) const { return impl_->arena.start() + (address - global_base); }

Result<GlobalMemory> GlobalMemory::fork() const {
    GlobalMemory copy;
    if (copy.impl_->arena.bytes() < impl_->next)
        return fail(ErrorKind::environment, "no room for a copy of the emulated memory",
                    "use smaller or fewer buffers");
    copy.impl_->allocations = impl_->allocations;
    copy.impl_->next = impl_->next;
    for (const Allocation& a : impl_->allocations) {
        prefer_big_pages(copy.host(a.begin), a.bytes);
        copy_written(copy.host(a.begin), host(a.begin), a.bytes);
    }
    return copy;
}

} // namespace warpscope::simt
