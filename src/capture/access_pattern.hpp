// Strides: address differences between neighboring threads or blocks, measured in a few blocks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/matrix_access.hpp"
#include "simt/events.hpp"

namespace warpscope::capture {

struct AccessPattern {
    bool loaded = false, stored = false, atomic = false;
    std::string element; // type of the narrowest access: "u8", "b32"
    uint32_t element_bytes = 0;
    /// Distance in bytes between accesses of neighbors along x, y and z; nullopt if it varies or is unknown.
    std::array<std::optional<int64_t>, 3> by_thread, by_block;
    /// Distance in bytes between a thread's consecutive accesses, as in a[k * n].
    std::optional<int64_t> by_step;
    /// Distance in bytes between lines of a wmma matrix, for which by_thread is unknown.
    std::optional<int64_t> by_matrix_line;
};

class Votes {
public:
    void add(int64_t difference);
    /// Returns the difference with more than half of the votes, if any.
    [[nodiscard]] std::optional<int64_t> winner() const;
    [[nodiscard]] uint64_t total() const { return total_; }

private:
    std::map<int64_t, uint64_t> counts_;
    uint64_t total_ = 0;
};

/// Observes a few blocks on one worker. Records each thread's first address per instruction, and all addresses of each
/// warp's first active thread.
class PatternObserver : public simt::Observer {
public:
    [[nodiscard]] uint32_t interests() const override { return simt::wants_global; }
    void on_launch(const simt::LaunchContext& context) override { *launch_ = context; }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    void on_memory(const simt::MemoryEvent& event) override;
    void merge(simt::Observer&) override {} // forks share state

    [[nodiscard]] std::map<uint32_t, AccessPattern> patterns(const simt::Program& program) const;

private:
    struct Site {
        uint32_t pc = 0;
        uint64_t block = 0;
        auto operator<=>(const Site&) const = default;
    };
    struct Reached {
        uint32_t allocation = ~0u;
        uint32_t bytes = 0;
        simt::AccessKind kind{};
        Dim3 block_index;
        std::vector<uint64_t> addresses;    // first address of each thread, or 0
        std::vector<bool> warps;            // warps that reached the instruction
        std::optional<MatrixAccess> matrix; // access of `matrix_warp`, the first warp that reached the instruction
        uint32_t matrix_warp = 0;
    };
    struct Walker { // a warp that accesses an allocation
        uint64_t block = 0;
        uint32_t warp = 0, allocation = 0;
        auto operator<=>(const Walker&) const = default;
    };
    struct Place {
        uint32_t lane = 0;
        uint64_t address = 0;
    };
    struct Steps {
        std::map<Walker, Place> last;
        std::map<uint32_t, Votes> by_allocation;
    };

    void follow(const simt::MemoryEvent& event);

    std::shared_ptr<std::map<Site, Reached>> sites_ = std::make_shared<std::map<Site, Reached>>();
    std::shared_ptr<Steps> steps_ = std::make_shared<Steps>();
    std::shared_ptr<simt::LaunchContext> launch_ = std::make_shared<simt::LaunchContext>();
};

} // namespace warpscope::capture
