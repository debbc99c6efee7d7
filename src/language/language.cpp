#include "language/language.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "base/placeholders.hpp"
#include "language/course.hpp"
#include "language/messages.hpp"
#include "language/thread_messages.hpp"
#include "language/tr.hpp"

namespace warpscope {

namespace {

/// Loaded languages; never freed, because texts point into them.
class Loaded {
public:
    Result<const Messages*> get(Language language) {
        if (language == Language::english) return nullptr;
        const std::scoped_lock lock(mutex_);
        std::unique_ptr<const Messages>& slot = all_[static_cast<size_t>(language)];
        if (!slot) {
            auto loaded = Messages::load(language);
            if (!loaded) return tl::unexpected(loaded.error());
            slot = std::move(*loaded);
        }
        return slot.get();
    }

private:
    std::mutex mutex_;
    std::array<std::unique_ptr<const Messages>, language_infos.size()> all_;
};

Loaded& loaded() {
    static Loaded all;
    return all;
}

std::atomic<const Messages*> whole_program{nullptr};
const int english_marker = 0;

const Messages* current() {
    const void* const own = language_detail::thread_messages();
    if (own == nullptr) return whole_program.load(std::memory_order_acquire);
    return own == &english_marker ? nullptr : static_cast<const Messages*>(own);
}

} // namespace

std::optional<Language> language_of(std::string_view name) {
    const std::string_view first = name.substr(0, name.find_first_of("_.-@"));
    const auto found = std::ranges::find(language_infos, first, &LanguageInfo::code);
    return found == language_infos.end() ? std::nullopt : std::optional(found->language);
}

Language desktop_language() {
    for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
            return language_of(value).value_or(Language::english);
    return Language::english;
}

Result<void> set_language(Language language) {
    const auto messages = loaded().get(language);
    if (!messages) return tl::unexpected(messages.error());
    whole_program.store(*messages, std::memory_order_release);
    return {};
}

Language language() {
    const Messages* const messages = current();
    return messages == nullptr ? Language::english : messages->language();
}

Language program_language() {
    const Messages* const messages = whole_program.load(std::memory_order_acquire);
    return messages == nullptr ? Language::english : messages->language();
}

ScopedLanguage::ScopedLanguage(Language language)
    : before_(language_detail::thread_messages()) {
    if (language == Language::english)
        language_detail::thread_messages() = &english_marker;
    else if (const auto messages = loaded().get(language))
        language_detail::thread_messages() = *messages;
}

ScopedLanguage::~ScopedLanguage() { language_detail::thread_messages() = before_; }

const char* tr(const char* english) {
    const Messages* const messages = current();
    if (messages == nullptr || *english == '\0') return english; // the translation of "" is the file's header
    const char* const found = messages->find(nullptr, english);
    return found != nullptr ? found : english;
}

std::string_view tr(std::string_view english) {
    const Messages* const messages = current();
    if (messages == nullptr || english.empty()) return english;
    const char* const found = messages->find(nullptr, std::string(english).c_str());
    return found != nullptr ? found : english;
}

const char* tr_in(const char* context, const char* english) {
    const Messages* const messages = current();
    if (messages == nullptr) return english;
    const char* const found = messages->find(context, english);
    return found != nullptr ? found : english;
}

std::string language_detail::rendered(const Message& message) {
    if (current() == nullptr) return message.english();
    return message.rendered([](const Message& part) {
        return part.is_counted() ? format_of(part.count(), part.format(), part.many()) : format_of(part.format());
    });
}

std::string tr(const Diagnostic& diagnostic) { return tr(diagnostic.whole()); }

std::string_view tr_course(std::string_view english) {
    const Messages* const messages = current();
    if (messages == nullptr || english.empty()) return english;
    const char* const found = messages->find("course", std::string(english).c_str());
    return found != nullptr ? found : english;
}

std::string_view tr_course_unit(uint64_t count, std::string_view english) {
    const Messages* const messages = current();
    if (messages == nullptr || english.empty()) return english;
    const char* const found = messages->find("course unit", count, std::string(english).c_str());
    return found != nullptr ? found : english;
}

namespace language_detail {

namespace {

std::string_view checked(const char* found, std::string_view english) {
    return found != nullptr && same_placeholders(found, english) ? std::string_view(found) : english;
}

} // namespace

std::string_view format_of(std::string_view english) {
    const Messages* const messages = current();
    return messages == nullptr ? english : checked(messages->find(nullptr, std::string(english).c_str()), english);
}

std::string_view format_in(const char* context, std::string_view english) {
    const Messages* const messages = current();
    return messages == nullptr ? english : checked(messages->find(context, std::string(english).c_str()), english);
}

std::string_view format_of(uint64_t count, std::string_view one, std::string_view many) {
    const std::string_view english = count == 1 ? one : many;
    const Messages* const messages = current();
    return messages == nullptr ? english : checked(messages->find(nullptr, count, std::string(one).c_str()), english);
}

std::string formatted(std::string_view translated, std::string_view english, fmt::format_args args) {
    if (translated.data() != english.data()) try {
            return fmt::vformat(translated, args);
        } catch (const fmt::format_error&) {
        }
    return fmt::vformat(english, args);
}

} // namespace language_detail

} // namespace warpscope
