#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/spelled_parts.hpp"

namespace warpscope::conformance {
namespace {

using ptx::Opcode;

/// Returns an atomic's operands after the address.
std::vector<std::string> values_of(const KernelText& k, Opcode opcode) {
    std::vector<std::string> values = k.others();
    if (opcode == Opcode::atom) values.erase(values.begin()); // the address
    return values;
}

std::vector<std::string> returned(const KernelText& k, Opcode opcode) {
    return opcode == Opcode::atom ? k.first() : std::vector<std::string>{};
}

/// Makes kernels of exch and cas with 128 bits.
Form wide_atomic(KernelText k, Opcode opcode) {
    const std::vector<std::string> values = values_of(k, opcode);
    k.inputs_of(8);
    k.feed(std::vector<std::string>{"%rd8", "%rd9"}); // initial value in memory
    k.feed(values.back());
    if (k.has("cas")) // a quarter of the threads finds the expected value; for the rest, one or both halves differ
        k.write(fmt::format("and.b32 %t0, %i, 1; cvt.u64.u32 %s7, %t0; xor.b64 %s7, %s7, %rd8; shr.u32 %t0, %i, 1; "
                            "and.b32 %t0, %t0, 1; cvt.u64.u32 %s8, %t0; xor.b64 %s8, %s8, %rd9; "
                            "mov.b128 {}, {{%s7, %s8}};",
                            values[0]));
    k.write(place_in(k.space()));
    k.write(fmt::format("st{0}.b64 [%ptr], %rd8; st{0}.b64 [%ptr+8], %rd9;", k.space()));
    k.run("[%rd2]", "[%ptr]");
    return k.gathered(read_back(k, 2, returned(k, opcode)));
}

Form vector_atomic(KernelText k, Opcode opcode) {
    const std::vector<std::string> values = values_of(k, opcode);
    const uint32_t bytes = ptx::size_of(k.type());
    const auto words = std::max(1u, static_cast<uint32_t>(values.size()) * bytes / 8);
    k.inputs_of(bytes);
    // Each element in memory starts with another input than its operand.
    const std::string part = bytes == 2 ? "%h9" : "%r9";
    for (size_t element = 0; element < values.size(); ++element) {
        k.feed(part);
        k.write(place_in(k.space()));
        if (element == 0)
            for (uint32_t word = 0; word < words; ++word)
                k.write(fmt::format("st{}.b64 [%ptr+{}], 0x5a5a5a5a5a5a5a5a;", k.space(), word * 8));
        k.write(fmt::format("st{}.b{} [%ptr+{}], {};", k.space(), bytes * 8, element * bytes, part));
    }
    k.feed(values);
    k.write(place_in(k.space()));
    k.run("[%rd2]", "[%ptr]");
    return k.gathered(read_back(k, words, returned(k, opcode)));
}

} // namespace

Form atomic(KernelText k, Opcode opcode) {
    const uint32_t bytes = ptx::size_of(k.type());
    if (bytes == 16) return wide_atomic(std::move(k), opcode);
    if (k.has("v2") || k.has("v4") || k.has("v8")) return vector_atomic(std::move(k), opcode);
    const std::vector<std::string> values = values_of(k, opcode);
    k.inputs_of(bytes);
    k.write(place_in(k.space()));
    k.write(fmt::format("st{0}.b64 [%ptr], 0x5a5a5a5a5a5a5a5a; st{0}.b{1} [%ptr], %a;", k.space(), bytes * 8));
    k.write("mov.b16 %h9, 0; mov.b32 %r9, 0; mov.b64 %rd9, 0;");
    k.feed(bytes == 2 ? "%h9" : bytes == 4 ? "%r9" : "%rd9"); // a is in memory
    k.feed(values);
    if (k.has("cas")) // every second thread finds the expected value
        k.write(fmt::format("and.b32 %t0, %i, 1; setp.ne.u32 %p9, %t0, 0; selp.b{0} {1}, %a, {1}, %p9;", bytes * 8,
                            values[0]));
    k.run("[%rd2]", "[%ptr]");
    return k.gathered(read_back(k, 1, returned(k, opcode)));
}

} // namespace warpscope::conformance
