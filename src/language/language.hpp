// Language of the window. English needs no file; others are gettext .mo files. Command line and reports are always
// English.
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
    std::string_view code; // for --language and settings
    std::string_view file; // folder of the .mo file
    std::string_view name; // own name
};
inline constexpr std::array language_infos{
    LanguageInfo{Language::english, "en", "en", "English"},
    LanguageInfo{Language::chinese, "zh", "zh_CN", "中文"},
    LanguageInfo{Language::russian, "ru", "ru", "Русский"},
};
[[nodiscard]] constexpr const LanguageInfo& info(Language language) {
    return language_infos[static_cast<size_t>(language)];
}
/// Parses "zh", "zh_CN.UTF-8" or "ru"; nullopt for others.
[[nodiscard]] std::optional<Language> language_of(std::string_view name);
/// Returns the language of LC_ALL, LC_MESSAGES or LANG, the first that is set; English if unsupported.
[[nodiscard]] Language desktop_language();

/// Sets the language of texts made from now on, on all threads. Fails without effect if its file is missing or damaged.
/// Concurrent texts may use either language.
[[nodiscard]] Result<void> set_language(Language language);
/// Returns this thread's language: the innermost InLanguage or the program's.
[[nodiscard]] Language language();
/// Returns the language of set_language().
[[nodiscard]] Language program_language();

/// Sets another language for texts of the current thread, for figures or English reports. Without effect if its file is
/// missing.
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
