#include "ptx/print/variable_text.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpscope::ptx {

std::string offset_text(int64_t offset) { return offset == 0 ? std::string{} : fmt::format("+{}", offset); }

namespace {

std::string relocation_text(const Variable::Relocation& relocation) {
    const std::string symbol = relocation.generic ? fmt::format("generic({})", relocation.symbol) : relocation.symbol;
    const std::string address = symbol + offset_text(relocation.addend);
    if (relocation.bytes != 1) return address;
    return fmt::format("{:#x}({})", uint64_t{0xff} << relocation.shift, address);
}

std::string element_text(const Variable& variable, uint64_t offset) {
    uint64_t bits = 0;
    const uint32_t bytes = size_of(variable.type);
    std::memcpy(&bits, variable.initial.data() + offset, std::min<size_t>(bytes, sizeof bits));
    if (variable.type == Type::f32) return fmt::format("0f{:08x}", bits);
    if (variable.type == Type::f64) return fmt::format("0d{:016x}", bits);
    return fmt::format("{}", bits);
}

/// Omits trailing zeros, which can be millions.
std::string initializer_text(const Variable& variable) {
    const uint32_t step = size_of(variable.type);
    const auto last =
        std::find_if(variable.initial.rbegin(), variable.initial.rend(), [](std::byte b) { return b != std::byte{0}; });
    auto significant = static_cast<uint64_t>(variable.initial.rend() - last);
    if (!variable.relocations.empty()) significant = std::max(significant, variable.relocations.back().offset + 1);
    auto relocation = variable.relocations.begin();
    std::vector<std::string> elements;
    for (uint64_t offset = 0; elements.empty() || offset < significant; offset += step) {
        const bool is_address = relocation != variable.relocations.end() && relocation->offset == offset;
        elements.push_back(is_address ? relocation_text(*relocation++) : element_text(variable, offset));
    }
    if (variable.initial.size() == step) return " = " + elements.front();
    return fmt::format(" = {{{}}}", fmt::join(elements, ", "));
}

} // namespace

std::string variable_text(const Variable& variable) {
    std::string text = variable.is_extern ? ".extern " : "";
    text += fmt::format(".{} ", name_of(variable.space));
    if (variable.alignment != size_of(variable.type)) text += fmt::format(".align {} ", variable.alignment);
    text += fmt::format(".{} {}", name_of(variable.type), variable.name);
    const uint32_t element = std::max(1u, size_of(variable.type));
    if (variable.bytes == 0)
        text += "[]";
    else if (variable.bytes != element)
        text += fmt::format("[{}]", variable.bytes / element);
    if (!variable.initial.empty()) text += initializer_text(variable);
    return text;
}

} // namespace warpscope::ptx
