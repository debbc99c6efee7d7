#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "workbench/document/preferences.hpp"
#include "workbench/editing/edited_source.hpp"

namespace warpscope::workbench {

struct DraftNotice {
    enum class Kind : uint8_t {
        offered,      // there is a draft, but the editor shows the file's text
        file_changed, // the editor shows a draft whose file has changed
    };
    Kind kind{};
    int64_t edited_at = 0; // seconds since 1970; 0: unknown
    friend bool operator==(const DraftNotice&, const DraftNotice&) = default;
};

[[nodiscard]] std::optional<DraftNotice> draft_notice(const Preferences& preferences, const std::string& key,
                                                      const EditedSource& now);
[[nodiscard]] std::optional<std::string> offered_draft(const Preferences& preferences, const std::string& key,
                                                       const EditedSource& now);
/// Moves an offered draft to another key, so that typing does not overwrite it.
void set_draft_aside(Preferences& preferences, const std::string& key, const EditedSource& now);
void discard_draft(Preferences& preferences, const std::string& key, const EditedSource& now);
void keep_draft_despite_file(Preferences& preferences, const std::string& key, const EditedSource& now);

[[nodiscard]] TextOrigin origin_now(std::string_view original);
/// Returns local time "10:26", or "2026-11-27 10:26" on another day.
[[nodiscard]] std::string time_of_day(int64_t when, int64_t now);

} // namespace warpscope::workbench
