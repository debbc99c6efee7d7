// How threads reach a buffer: by how many bytes the address moves from one thread or block to the next. Measured on
// what a few blocks did first.
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
    std::string element; // type in the narrowest access's instruction: "f32", "u8", "b32"; empty: none
    uint32_t element_bytes = 0;
    /// Bytes by x, y, z of the thread's and the block's index; none where that is not the same for most, or not seen.
    std::array<std::optional<int64_t>, 3> by_thread, by_block;
    /// Bytes by which a thread's accesses move from one to the next, where it stays nowhere and most say so: "k * n" of
    /// a loop over k.
    std::optional<int64_t> by_step;
    /// Bytes from one line to the next of the matrices that wmma loads and stores there. Threads' places in them are
    /// the matrix unit's affair, and not among the strides above.
    std::optional<int64_t> by_matrix_line;
};

/// Differences and how often each was seen.
class Votes {
public:
    void add(int64_t difference);
    /// The one that more than half have.
    [[nodiscard]] std::optional<int64_t> winner() const;
    [[nodiscard]] uint64_t total() const { return total_; }

private:
    std::map<int64_t, uint64_t> counts_;
    uint64_t total_ = 0;
};

/// Observer of a launch of a few blocks on one worker: keeps where each instruction sends each thread the first time,
/// and how the first thread of each warp goes on from there.
class PatternObserver : public simt::Observer {
public:
    [[nodiscard]] uint32_t interests() const override { return simt::wants_global; }
    void on_launch(const simt::LaunchContext& context) override { *launch_ = context; }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    void on_memory(const simt::MemoryEvent& event) override;
    void merge(simt::Observer&) override {} // all share what is kept

    /// By allocation. `texts`: of the instructions, by pc.
    [[nodiscard]] std::map<uint32_t, AccessPattern> patterns(const simt::Program& program) const;

private:
    struct Site { // an instruction in a block
        uint32_t pc = 0;
        uint64_t block = 0;
        auto operator<=>(const Site&) const = default;
    };
    struct Reached {
        uint32_t allocation = ~0u;
        uint32_t bytes = 0;
        simt::AccessKind kind{};
        Dim3 block_index;
        std::vector<uint64_t> addresses;    // by thread; 0: it did not come there
        std::vector<bool> warps;            // that did
        std::optional<MatrixAccess> matrix; // of the first warp, where the instruction is wmma's
        uint32_t matrix_warp = 0;
    };
    struct Walker { // a warp, going over an allocation
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
