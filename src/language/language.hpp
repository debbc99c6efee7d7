// Which language the window speaks. English is what the program is written in and needs no file; the others are read
// from gettext's .mo files. The command line and reports are always English.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

enum class Language : uint8_t { english, chinese, russian };

struct LanguageInfo {
    Language language{};
    std::string_view code; // of --language and the settings
    std::string_view file; // the folder of its .mo file
    std::string_view name; // in itself
};
inline constexpr std::array language_infos{
    LanguageInfo{Language::english, "en", "en", "English"},
    LanguageInfo{Language::chinese, "zh", "zh_CN", "中文"},
    LanguageInfo{Language::russian, "ru", "ru", "Русский"},
};
[[nodiscard]] constexpr const LanguageInfo& info(Language language) {
    return language_infos[static_cast<size_t>(language)];
}
/// Of "zh", "zh_CN.UTF-8", "ru"; none for a language that there is no translation to, and for an empty name.
[[nodiscard]] std::optional<Language> language_of(std::string_view name);
/// What LC_ALL, LC_MESSAGES or LANG asks for, the first of them that is set; English where that is another language.
[[nodiscard]] Language desktop_language();

/// Texts made from now on, on every thread, are in this language. Fails where its file is missing or damaged, and
/// changes nothing then. Texts that other threads are making meanwhile come out in either language.
[[nodiscard]] Result<void> set_language(Language language);
/// That of texts made on this thread: set_language()'s, or that of the innermost InLanguage.
[[nodiscard]] Language language();
/// set_language()'s, also within an InLanguage.
[[nodiscard]] Language program_language();

/// While it lives, texts made on its thread are in another language than the program's: a figure's, or English for a
/// report. A language whose file is missing leaves all as it is.
class InLanguage {
public:
    explicit InLanguage(Language language);
    ~InLanguage();
    InLanguage(const InLanguage&) = delete;
    InLanguage& operator=(const InLanguage&) = delete;

private:
    const void* before_ = nullptr;
};

} // namespace warpscope
