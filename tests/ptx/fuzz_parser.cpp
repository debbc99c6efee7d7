// libFuzzer target. If the parser accepts the bytes, the module must survive the round trip through to_text(). Every
// function must get a control-flow graph. The loader must decode the module exactly if it reports no unsupported form.
//
// Build with clang, -DWARPSCOPE_FUZZ=ON and -DWARPSCOPE_SANITIZE="address;undefined". Run
//     ptx_fuzz_parser NEW_FOLDER tests/ptx/corpus tests/ptx/golden -dict=tests/ptx/fuzz.dict -max_len=4096
//
// Add its findings to tests/ptx/corpus, which the normal tests replay.

#include <cstdlib>

#include "ptx/cfg.hpp"
#include "ptx/parser.hpp"
#include "simt/program.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warpscope;
    auto first = ptx::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!first) return 0;
    for (const ptx::Function& function : first->functions)
        if (ptx::build_cfg(function).block_of.size() != function.body.size()) std::abort();
    const std::string printed = to_text(*first);
    const auto second = ptx::parse(printed, "again");
    if (!second || to_text(*second) != printed) std::abort();

    const bool supported = simt::unsupported_forms(*first).empty();
    const auto program = simt::Program::build(std::make_shared<ptx::Module>(std::move(*first)));
    if (program.has_value() != supported) std::abort();
    if (program)
        for (const std::string& kernel : (*program)->kernel_names())
            if (!(*program)->find_kernel(kernel)) std::abort();
    return 0;
}
