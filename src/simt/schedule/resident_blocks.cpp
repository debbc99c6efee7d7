#include "simt/schedule/resident_blocks.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <thread>
#include <utility>

#include "base/devices/device_model.hpp"
#include "simt/schedule/block.hpp"

namespace warpscope::simt {

namespace {

constexpr uint64_t max_resident = 132 * 32; // an H100, the largest device model

} // namespace

uint64_t blocks_on_device(const LaunchState& launch) {
    const DeviceModel& device = chosen_device_model();
    const uint64_t threads = warp_size * std::max<uint64_t>(launch.config.warps_per_block(), 1);
    const uint64_t shared = launch.shared_bytes + static_cast<uint64_t>(device.reserved_shared_bytes);
    uint64_t blocks = std::min(static_cast<uint64_t>(device.blocks_per_multiprocessor),
                               static_cast<uint64_t>(device.threads_per_multiprocessor) / threads);
    if (shared != 0) blocks = std::min(blocks, static_cast<uint64_t>(device.shared_bytes_per_multiprocessor) / shared);
    return static_cast<uint64_t>(device.multiprocessors) * std::max<uint64_t>(blocks, 1);
}

uint64_t resident_blocks(const LaunchState& launch) {
    // Cooperative grids get more memory, because all their blocks must be resident at once.
    const uint64_t max_bytes = uint64_t{1} << (launch.config.cooperative ? 32 : 29);
    uint64_t frames = 0;
    for (const AlignedBytes& image : launch.images) frames = std::max<uint64_t>(frames, image.size());
    const uint64_t of_warp = sizeof(Warp) + frames + launch.local_bytes * warp_size;
    const uint64_t of_block =
        launch.shared_bytes + launch.config.warps_per_block() * of_warp + launch.observed_bytes + 1;
    return std::clamp<uint64_t>(max_bytes / of_block, 2, max_resident);
}

uint64_t blocks_at_a_time(const LaunchState& launch) {
    return std::min(resident_blocks(launch), blocks_on_device(launch));
}

namespace {

class Residents {
public:
    explicit Residents(Worker& worker)
        : worker_(worker)
        , launch_(*worker.launch)
        , max_((blocks_at_a_time(launch_) + launch_.workers - 1) / launch_.workers)
        , as_on_device_(blocks_at_a_time(launch_) == blocks_on_device(launch_))
        , left_(launch_.options->only_blocks ? launch_.options->only_blocks->size() : launch_.config.blocks()) {}

    void run(const std::function<std::optional<uint64_t>()>& next) {
        while (!launch_.stop.load(std::memory_order_relaxed)) {
            // If enough blocks wait or none are new, runs the oldest waiting block first: it may release others.
            if (!more_ || aside_.size() >= std::min<uint64_t>(launch_.options->handovers, max_)) others_first_ = false;
            if (!aside_.empty() && !others_first_ && return_to_oldest() == BlockTurn::ended) continue;
            if (more_ && aside_.size() < max_ && may_begin()) {
                const std::optional<uint64_t> block = next();
                more_ = block.has_value();
                if (more_) {
                    --left_;
                    begin_block(worker_, *block);
                    run_present();
                    turns_since_begin_ = 0;
                    continue;
                }
            }
            if (aside_.empty()) return;
            if (idle_turns_ >= aside_.size()) poll_others();
        }
    }

private:
    /// Returns whether a new block may begin. With second_order, waiting blocks must first poll without success: a few
    /// of them, or all of them before each of the last two blocks.
    [[nodiscard]] bool may_begin() const {
        constexpr uint64_t max_turns = 8, few = 8, last_blocks = 2;
        const uint64_t needed_turns = left_ <= last_blocks ? aside_.size() : std::min<uint64_t>(aside_.size(), few);
        return !launch_.options->second_order || others_first_ || idle_turns_ >= needed_turns ||
               turns_since_begin_ >= max_turns * aside_.size();
    }

    BlockTurn run_present() {
        BlockTurn turn = run_block(worker_);
        while (turn == BlockTurn::stuck && !launch_.code->blocks_can_wait) {
            abandon_block(worker_, 0);
            turn = run_block(worker_);
        }
        const bool moved = turn != BlockTurn::stuck;
        if (moved) launch_.progress->moved();
        idle_turns_ = moved ? 0 : idle_turns_ + 1;
        if (turn == BlockTurn::yields) others_first_ = true;
        leave_present(turn);
        return turn;
    }

    void leave_present(BlockTurn turn) {
        if (turn == BlockTurn::ended) {
            keep_storage(worker_);
        } else if (turn != BlockTurn::stopped) {
            for (Observer* observer : worker_.listening(wants_blocks)) observer->on_block_leave(worker_.block->index);
            aside_.push_back(std::move(worker_.block));
        }
    }

    void take(std::deque<std::unique_ptr<Block>>::iterator block) {
        worker_.block = std::move(*block);
        aside_.erase(block);
        for (Observer* observer : worker_.listening(wants_blocks)) observer->on_block_return(worker_.block->index);
    }

    BlockTurn return_to_oldest() {
        ++turns_since_begin_;
        if (idle_turns_ == 0) moves_ = launch_.progress->moves();
        take(aside_.begin());
        return run_present();
    }

    void poll_others() {
        idle_turns_ = 0;
        while (!aside_.empty() && !launch_.stop.load(std::memory_order_relaxed)) {
            const auto first = std::ranges::min_element(aside_, {}, [](const auto& block) { return block->index; });
            if (launch_.progress->deadlocked(worker_.index, moves_, (*first)->index)) {
                take(first);
                if (!ends_given_up()) return;
            } else if (launch_.progress->moves() != moves_) {
                return;
            } else {
                launch_.exclusive_turns->release(worker_.turn);
                std::this_thread::sleep_for(std::chrono::microseconds(100));
            }
        }
    }

    /// Gives up the current block. Returns false if a block may now be able to run.
    bool ends_given_up() {
        if (more_ && as_on_device_) {
            end_hanging();
            return true;
        }
        abandon_block(worker_, more_ ? aside_.size() + 1 : 0);
        const bool is_over = worker_.block->running == 0;
        if (!is_over) {
            run_present();
            return false;
        }
        leave_present(run_block(worker_));
        if (more_) launch_.progress->has_room();
        return !more_;
    }

    void end_hanging() {
        const uint64_t held = blocks_on_device(launch_);
        more_ = false;
        for (;;) {
            BlockTurn turn{};
            do {
                abandon_block(worker_, held, true);
                turn = run_block(worker_);
            } while (turn != BlockTurn::ended && turn != BlockTurn::stopped);
            leave_present(turn);
            if (aside_.empty() || turn == BlockTurn::stopped) return;
            take(aside_.begin());
        }
    }

    Worker& worker_;
    LaunchState& launch_;
    uint64_t max_;
    bool as_on_device_; // the GPU's limit applies, not the memory's
    bool more_ = true;  // some blocks have not begun
    bool others_first_ = false;
    std::deque<std::unique_ptr<Block>> aside_; // in turn order
    uint64_t left_;
    uint64_t turns_since_begin_ = 0;
    size_t idle_turns_ = 0; // consecutive turns in which blocks only waited
    uint64_t moves_ = 0;    // LaunchProgress::moves() before the idle turns
};

} // namespace

void run_blocks(Worker& worker, const std::function<std::optional<uint64_t>()>& next) { Residents(worker).run(next); }

} // namespace warpscope::simt
