// Language of the window. English needs no file; others are gettext .mo files. Command line and reports are English.
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
    std::string_view code; // code for --language and settings
    std::string_view file;
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
/// Parses "zh", "zh_CN.UTF-8" or "ru".
[[nodiscard]] std::optional<Language> language_of(std::string_view name);
/// Uses LC_ALL, LC_MESSAGES or LANG; English if unsupported.
[[nodiscard]] Language desktop_language();

/// Affects later texts of all threads. Fails without effect if the file is missing or damaged.
[[nodiscard]] Result<void> set_language(Language language);
/// Returns the innermost InLanguage of this thread, or the program's language.
[[nodiscard]] Language language();
[[nodiscard]] Language program_language();

/// Sets the language of the current thread, for figures and English reports. No effect if the file is missing.
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
