// libFuzzer target: any bytes are either refused by the parser or survive the round trip through to_text(), and every
// function that comes out has a control-flow graph. Build with clang, -DWARPSCOPE_FUZZ=ON and
// -DWARPSCOPE_SANITIZE="address;undefined"; run
//     ptx_fuzz_parser NEW_FOLDER tests/ptx/corpus tests/ptx/golden -dict=tests/ptx/fuzz.dict -max_len=4096
// What it finds becomes a file of tests/ptx/corpus, which the normal tests replay.

#include <cstdlib>

#include "ptx/cfg.hpp"
#include "ptx/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warpscope::ptx;
    const auto first = parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!first) return 0;
    for (const Function& function : first->functions)
        if (build_cfg(function).block_of.size() != function.body.size()) std::abort();
    const std::string printed = to_text(*first);
    const auto second = parse(printed, "again");
    if (!second || to_text(*second) != printed) std::abort();
    return 0;
}
