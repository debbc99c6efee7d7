#include "workbench/editing/drafts.hpp"

#include <chrono>
#include <ctime>

#include <fmt/format.h>

#include "workbench/document/text_key.hpp"

namespace warpscope::workbench {

namespace {

constexpr int max_drafts = 8;

std::string aside(const std::string& key) { return "earlier draft of " + key; }

std::string offered_key(const Preferences& preferences, const std::string& key, const EditedSource& now) {
    if (!now.known) return {};
    const auto kept = preferences.texts.find(key);
    const bool unused = kept != preferences.texts.end() && kept->second != now.unedited() && kept->second != now.text;
    if (unused && !now.waits) return key;
    std::string earlier = key;
    for (int k = 1; k < max_drafts; ++k) {
        earlier = aside(earlier);
        const auto draft = preferences.texts.find(earlier);
        if (draft != preferences.texts.end() && draft->second != now.text) return earlier;
    }
    return {};
}

void move_aside(Preferences& preferences, const std::string& key, int number = 1) {
    const auto draft = preferences.texts.find(key);
    if (draft == preferences.texts.end() || number >= max_drafts) return;
    const std::string text = draft->second;
    move_aside(preferences, aside(key), number + 1);
    const bool is_untrusted = preferences.untrusted_texts.contains(key);
    const auto origin = preferences.texts_origin.find(key);
    const TextOrigin from = origin == preferences.texts_origin.end() ? TextOrigin() : origin->second;
    forget_text(preferences, key);
    static_cast<void>(keep_text(preferences, aside(key), text, is_untrusted, from));
}

int64_t edited_at(const Preferences& preferences, const std::string& key) {
    const auto origin = preferences.texts_origin.find(key);
    return origin == preferences.texts_origin.end() ? 0 : origin->second.edited_at;
}

std::tm local_time(int64_t when) {
    const auto seconds = static_cast<std::time_t>(when);
    std::tm parts{};
    localtime_r(&seconds, &parts);
    return parts;
}

} // namespace

std::optional<DraftNotice> draft_notice(const Preferences& preferences, const std::string& key,
                                        const EditedSource& now) {
    if (const std::string offered = offered_key(preferences, key, now); !offered.empty())
        return DraftNotice{DraftNotice::Kind::offered, edited_at(preferences, offered)};
    const auto origin = preferences.texts_origin.find(key);
    if (!now.changed() || origin == preferences.texts_origin.end() || origin->second.file_digest.empty() ||
        origin->second.file_digest == text_digest(now.original))
        return std::nullopt;
    return DraftNotice{DraftNotice::Kind::file_changed, origin->second.edited_at};
}

std::optional<std::string> offered_draft(const Preferences& preferences, const std::string& key,
                                         const EditedSource& now) {
    const auto draft = preferences.texts.find(offered_key(preferences, key, now));
    return draft == preferences.texts.end() ? std::nullopt : std::optional(draft->second);
}

void set_draft_aside(Preferences& preferences, const std::string& key, const EditedSource& now) {
    if (offered_key(preferences, key, now) == key) move_aside(preferences, key);
}

void discard_draft(Preferences& preferences, const std::string& key, const EditedSource& now) {
    if (const std::string offered = offered_key(preferences, key, now); !offered.empty())
        forget_text(preferences, offered);
}

void keep_draft_despite_file(Preferences& preferences, const std::string& key, const EditedSource& now) {
    if (const auto origin = preferences.texts_origin.find(key); origin != preferences.texts_origin.end())
        origin->second.file_digest = text_digest(now.original);
}

TextOrigin origin_now(std::string_view original) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(now).count(), text_digest(original)};
}

std::string time_of_day(int64_t when, int64_t now) {
    const std::tm then = local_time(when), today = local_time(now);
    const std::string clock = fmt::format("{:02}:{:02}", then.tm_hour, then.tm_min);
    if (then.tm_year == today.tm_year && then.tm_yday == today.tm_yday) return clock;
    return fmt::format("{:04}-{:02}-{:02} {}", then.tm_year + 1900, then.tm_mon + 1, then.tm_mday, clock);
}

} // namespace warpscope::workbench
