#include "catalog/text/toml_words.hpp"

#include <array>
#include <string_view>

#include "language/language.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

struct Mistake {
    std::string_view said; // part of the library's message
    const char* words;
};
constexpr std::array mistakes{
    Mistake{"end-of-file", N_("the file ends within a quotation or a bracket, or a value is missing at its end")},
    Mistake{"saw EOF", N_("the file ends within a quotation or a bracket, or a value is missing at its end")},
    Mistake{"multi-line strings are prohibited", N_("such a name must be on one line")},
    Mistake{"cannot redefine existing", N_("this name is already used")},
    Mistake{"cannot insert", N_("this name is already used")},
    Mistake{"expected '='", N_("an = is missing after the name")},
    Mistake{"expected ']'", N_("a closing ] is missing")},
    Mistake{"closing ']'", N_("a comma or a closing ] is missing")},
    Mistake{"closing '}'", N_("a comma or a closing brace is missing")},
    Mistake{"expected value,", N_("a value is missing after the =")},
    Mistake{"could not determine value type", N_("this is not a value: strings need quotation marks")},
    Mistake{"could not be interpreted as a value", N_("this is not a value: strings need quotation marks")},
    Mistake{"expected a comment or whitespace", N_("unexpected text after the value; set one name per line")},
    Mistake{"expected value-terminator", N_("unexpected text after the value; set one name per line")},
    Mistake{"escape sequence", N_("this escape after \\ is unknown; between ' and ', a \\ is an ordinary character")},
    Mistake{"expected keys, tables", N_("expected a name, a [table] or a comment")},
    Mistake{"expected bare key", N_("expected a name")},
    Mistake{"blank bare keys", N_("expected a name")},
    Mistake{"control character",
            N_("control characters are not allowed, including a line break within ordinary quotation marks")},
    Mistake{"unicode", N_("the file is not UTF-8")},
    Mistake{"utf-8", N_("the file is not UTF-8")},
    Mistake{"digit", N_("not a valid TOML number")},
    Mistake{"leading zeroes", N_("not a valid TOML number")},
    Mistake{"not representable", N_("the number is too large")},
};

Message words_of(std::string_view said) {
    for (const Mistake& one : mistakes)
        if (said.find(one.said) != std::string_view::npos) return Message::formatted(one.words, {});
    return msg("not valid TOML syntax");
}

} // namespace

Message toml_words(const toml::parse_error& error) {
    const std::string_view said = error.description();
    return language() == Language::english ? msg("{} ({})", words_of(said), said) : words_of(said);
}

} // namespace warpscope::catalog
