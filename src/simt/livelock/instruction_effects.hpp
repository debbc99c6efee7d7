// What an instruction in a loop reads and writes, as far as it matters to the question of how the loop goes on. Private
// to src/simt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::simt {

struct LoopPart {
    enum class Kind : uint8_t {
        pure,    // a result from operands
        load,    // also a test of an mbarrier, which changes nothing
        store,   // also an atomic, which may have a result as well
        branch,  // with a predicate
        nothing, // or what no thread can see
        print,
        together, // with other lanes of the warp
        unknown,
    };
    Kind kind = Kind::unknown;
    std::vector<uint32_t> results;    // registers
    std::vector<uint32_t> operands;   // that the results depend on
    std::vector<uint32_t> conditions; // of operands: those that only choose between others, and those of a comparison
    std::vector<uint32_t> steering;   // places in memory, lanes, ways to go
    std::vector<uint32_t> values;     // that are stored
    std::string place; // of a load or store of the stack: the operand, as far as that says the same place
    bool reads_time = false;
    bool of_stack = false; // a load or store
    bool guarded = false;  // executed under a predicate, which is
    uint32_t guard = 0;
};

[[nodiscard]] LoopPart loop_part(const ptx::Function& function, const ptx::Instruction& instruction);

} // namespace warpscope::simt
