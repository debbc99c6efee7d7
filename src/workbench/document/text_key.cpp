#include "workbench/document/text_key.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "session/device.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

std::string text_key(const catalog::Catalog& catalog, const scene::LaunchSetup& source) {
    const catalog::Experiment* const experiment = catalog.find(source.experiment);
    const catalog::Variant* const variant = experiment == nullptr ? nullptr : experiment->find(source.variant);
    if (variant == nullptr || session::is_of_catalog(*variant)) return edited_key(source);
    std::error_code error;
    const auto whole = std::filesystem::weakly_canonical(variant->source, error);
    return (error ? variant->source : whole).string();
}

std::vector<std::string> keep_text(Preferences& preferences, const std::string& key, const std::string& text,
                                   bool is_untrusted, const TextOrigin& origin) {
    TextOrigin kept = origin;
    if (const auto before = preferences.texts_origin.find(key); before != preferences.texts_origin.end())
        kept = {origin.edited_at != 0 ? origin.edited_at : before->second.edited_at, before->second.file_digest};
    forget_text(preferences, key);
    preferences.texts[key] = text;
    preferences.texts_origin[key] = std::move(kept);
    preferences.texts_newest.insert(preferences.texts_newest.begin(), key);
    if (is_untrusted) preferences.untrusted_texts.insert(key);
    size_t bytes = 0;
    for (const auto& [kernel, kept] : preferences.texts) bytes += kept.size();
    std::vector<std::string> dropped;
    while (bytes > max_text_bytes && preferences.texts_newest.size() > 1) {
        dropped.push_back(preferences.texts_newest.back());
        bytes -= preferences.texts[dropped.back()].size();
        forget_text(preferences, dropped.back());
    }
    return dropped;
}

void forget_text(Preferences& preferences, const std::string& key) {
    preferences.texts.erase(key);
    preferences.untrusted_texts.erase(key);
    preferences.texts_origin.erase(key);
    std::erase(preferences.texts_newest, key);
}

std::string text_digest(std::string_view text) { return fmt::format("{:016x}", fnv1a(text)); }

} // namespace warpscope::workbench
