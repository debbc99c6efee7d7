// Reads of unwritten values that the kernel may have dropped. A rerun decides.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "simt/events.hpp"

namespace warpscope::metrics {

class SuspectReads {
public:
    struct Read {
        simt::Finding finding; // in the lowest block
        uint64_t count = 0;
        bool whole = false; // whether some read had no written bytes
        std::set<uint64_t> blocks;
    };

    [[nodiscard]] bool is_new(uint32_t pc, uint64_t block, bool whole) {
        Read& read = by_pc_[pc];
        const bool news = ++read.count == 1 || block < read.finding.block;
        read.whole = read.whole || whole;
        add_block(read, block);
        return news;
    }
    void keep(uint32_t pc, simt::Finding finding) { by_pc_[pc].finding = std::move(finding); }
    void merge(SuspectReads& worker) {
        for (auto& [pc, theirs] : worker.by_pc_) {
            Read& mine = by_pc_[pc];
            if (mine.count == 0 || theirs.finding.block < mine.finding.block) mine.finding = std::move(theirs.finding);
            mine.count += theirs.count;
            mine.whole = mine.whole || theirs.whole;
            for (const uint64_t block : theirs.blocks) add_block(mine, block);
        }
    }
    /// Returns reads by suspect instruction. A read's finding may name another instruction.
    [[nodiscard]] const std::map<uint32_t, Read>& by_pc() const { return by_pc_; }

private:
    static constexpr size_t max_blocks = 4; // the three lowest and the highest

    static void add_block(Read& read, uint64_t block) {
        read.blocks.insert(block);
        if (read.blocks.size() > max_blocks) read.blocks.erase(std::prev(read.blocks.end(), 2));
    }

    std::map<uint32_t, Read> by_pc_;
};

} // namespace warpscope::metrics
