// Traces a NaN or infinity back to the instruction that made it from finite numbers.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "replay/recording.hpp"

namespace warpscope::replay {

struct ValueOrigin {
    enum class Kind : uint8_t {
        made,           // result of finite operands
        initial_memory, // memory content before the block's first write
        lost,
    };
    Kind kind{};
    uint32_t step = 0;
    uint32_t warp = 0, lane = 0;
    std::string formula;
    std::string result; // "nan", "-inf"
    std::string from;
};

/// Returns the origin of the value that the 2, 4 or 8 bytes at `at` have after `record` records. Takes linear time.
/// Returns nullopt if canceled or if the block did not write the value.
[[nodiscard]] std::optional<ValueOrigin> origin_of_value(const Recording& recording, const MemoryAddress& at,
                                                         uint32_t bytes, uint64_t record,
                                                         const std::atomic<bool>& cancel);

[[nodiscard]] bool is_not_finite(uint64_t bits, uint32_t bytes);

} // namespace warpscope::replay
