// A kernel's text as words: without comments, with the parameters and the body of one kernel found.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::metrics {

struct Word {
    enum class Kind : uint8_t { name, number, literal, sign }; // literal: string or character
    Kind kind{};
    std::string_view text; // into the source
    uint32_t line = 0;     // from 1

    [[nodiscard]] bool is(std::string_view what) const { return text == what; }
    [[nodiscard]] bool is_name() const { return kind == Kind::name; }
};

/// A macro of the text, with the words that it stands for.
struct Macro {
    std::string_view name;
    std::vector<Word> body;
};

struct KernelParameter {
    std::string_view name;
    bool pointer = false;
    uint32_t element_bytes = 0; // of what it points to, when that is a plain number; else 0
};

/// Views into the source, which must outlive it.
struct KernelText {
    std::vector<Word> words; // of the whole text, lines of the preprocessor left out
    std::vector<Macro> macros;
    std::vector<KernelParameter> parameters;
    size_t first = 0, end = 0; // the kernel's body in `words`, without its braces
};

/// Nothing when the text has no kernel of this name, or several.
[[nodiscard]] std::optional<KernelText> read_kernel(std::string_view source, std::string_view kernel);

/// Bytes of a type of plain numbers, from its words: "unsigned", "char". 0: not one of them.
[[nodiscard]] uint32_t plain_type_bytes(const Word* first, const Word* end);

} // namespace warpscope::metrics
