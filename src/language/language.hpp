// The window's language. Translations are .mo files. Command line and reports are English.
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
    std::string_view code;
    std::string_view file;
    std::string_view name; // in the language itself
};
inline constexpr std::array language_infos{
    LanguageInfo{Language::english, "en", "en", "English"},
    LanguageInfo{Language::chinese, "zh", "zh_CN", "中文"},
    LanguageInfo{Language::russian, "ru", "ru", "Русский"},
};
[[nodiscard]] constexpr const LanguageInfo& info(Language language) {
    return language_infos[static_cast<size_t>(language)];
}
/// Parses "zh", "zh_CN.UTF-8", "ru".
[[nodiscard]] std::optional<Language> language_of(std::string_view name);
/// Returns the language of LC_ALL, LC_MESSAGES or LANG, or English if unsupported.
[[nodiscard]] Language desktop_language();

/// Affects later texts of all threads. Fails without effect if the file is missing or damaged.
[[nodiscard]] Result<void> set_language(Language language);
/// Returns the language of this thread's innermost ScopedLanguage, or of the program.
[[nodiscard]] Language language();
[[nodiscard]] Language program_language();

/// Sets this thread's language during the object's lifetime, for figures and English reports. Has no effect if the
/// language's file is missing.
class ScopedLanguage {
public:
    explicit ScopedLanguage(Language language);
    ~ScopedLanguage();
    ScopedLanguage(const ScopedLanguage&) = delete;
    ScopedLanguage& operator=(const ScopedLanguage&) = delete;

private:
    const void* before_ = nullptr;
};

} // namespace warpscope
