// Tokens of a kernel's text, without comments.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::metrics {

struct Word {
    enum class Kind : uint8_t { name, number, literal, sign }; // literal: string or character
    Kind kind{};
    std::string_view text;
    uint32_t line = 0;

    [[nodiscard]] bool is(std::string_view what) const { return text == what; }
    [[nodiscard]] bool is_name() const { return kind == Kind::name; }
};

struct Macro {
    std::string_view name;
    std::vector<Word> body;
};

struct KernelParameter {
    std::string_view name;
    bool pointer = false;
    uint32_t element_bytes = 0; // size of the target type if it is a plain number, otherwise 0
};

struct KernelText {
    std::vector<Word> words; // whole text without preprocessor lines
    std::vector<Macro> macros;
    std::vector<KernelParameter> parameters;
    size_t first = 0, end = 0; // body of the kernel in `words`, without braces
};

/// Returns nullopt if the kernel is missing or ambiguous.
[[nodiscard]] std::optional<KernelText> read_kernel(std::string_view source, std::string_view kernel);

/// Returns the size of a plain number type ("unsigned", "char"), or 0.
[[nodiscard]] uint32_t plain_type_bytes(const Word* first, const Word* end);

} // namespace warpscope::metrics
