#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>

#include "sass/listing.hpp"
#include "sass/resources.hpp"

namespace warpscope::sass {

struct MachineCode {
    uint32_t capability = 0; // 90 for sm_90
    Listing listing;
    std::map<std::string, Resources, std::less<>> resources; // by function

    [[nodiscard]] std::string device() const;
};

/// Fails with ErrorKind::environment unless `ptxas` ($WARPSCOPE_PTXAS) and `nvdisasm` ($WARPSCOPE_NVDISASM) are on
/// $PATH or in the CUDA Toolkit.
[[nodiscard]] Result<void> find_tools();

/// Assembles PTX for a capability such as 90, with line information. Fails like find_tools(). Takes hundreds of
/// milliseconds.
[[nodiscard]] Result<MachineCode> make_machine_code(const std::string& ptx, uint32_t capability,
                                                    const std::atomic<bool>* cancel = nullptr);

/// Type of make_machine_code(), which tests replace.
using Assembler =
    std::function<Result<MachineCode>(const std::string& ptx, uint32_t capability, const std::atomic<bool>* cancel)>;
/// Returns the error of find_tools() for a missing program.
[[nodiscard]] Diagnostic missing_tool(const std::string& name);

} // namespace warpscope::sass
