// Where a value that is NaN or infinite comes from: back through stores, loads, moves and arithmetic to the instruction
// that made it of finite numbers.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "replay/recording.hpp"

namespace warpscope::replay {

struct ValueOrigin {
    enum class Kind : uint8_t {
        made,    // by an instruction, of finite operands or of constants
        brought, // read from memory that held it before the block wrote there, or that another block wrote
        lost,    // what came before is not known here
    };
    Kind kind{};
    uint32_t step = 0; // of the block; of what was brought the one that reads it
    uint32_t warp = 0, lane = 0;
    std::string formula; // made: "0 / 0", "sqrt(-1)", in numbers
    std::string result;  // made: "nan", "-inf"
    std::string from;    // brought: "M[17]"; empty where it lies in no buffer
};

/// Of `bytes` (2, 4 or 8) bytes of memory that hold such a value after `record` records; nullopt where the block has
/// not written them by then, and when cancelled. Takes as long as there are records in between.
[[nodiscard]] std::optional<ValueOrigin> origin_of_value(const Recording& recording, const MemoryAddress& at,
                                                         uint32_t bytes, uint64_t record,
                                                         const std::atomic<bool>& cancel);

/// Returns whether the bits of a fraction of so many bytes are those of NaN or infinity.
[[nodiscard]] bool is_not_finite(uint64_t bits, uint32_t bytes);

} // namespace warpscope::replay
