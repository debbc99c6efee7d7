// Runs the CUDA Toolkit's assembler and disassembler.
#pragma once

#include <atomic>
#include <map>
#include <string>

#include "sass/listing.hpp"
#include "sass/resources.hpp"

namespace warpscope::sass {

struct MachineCode {
    uint32_t capability = 0; // 90 for sm_90
    Listing listing;
    std::map<std::string, Resources, std::less<>> resources; // by function

    /// Returns "sm_90".
    [[nodiscard]] std::string device() const;
};

/// Fails with ErrorKind::environment without `ptxas` ($WARPSCOPE_PTXAS) and `nvdisasm` ($WARPSCOPE_NVDISASM) on $PATH
/// or in the CUDA Toolkit.
[[nodiscard]] Result<void> find_tools();

/// Assembles PTX for a compute capability such as 90, with line information. Fails like find_tools(). Takes some
/// hundred milliseconds.
[[nodiscard]] Result<MachineCode> make_machine_code(const std::string& ptx, uint32_t capability,
                                                    const std::atomic<bool>* cancel = nullptr);

} // namespace warpscope::sass
