// Unsaved texts of kernels from earlier, and files that changed meanwhile.
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
        offered,      // the file's text is shown, and a draft is kept
        file_changed, // the draft is shown, and the file has changed since it was begun
    };
    Kind kind{};
    int64_t edited_at = 0; // seconds since 1970; 0: unknown
    friend bool operator==(const DraftNotice&, const DraftNotice&) = default;
};

/// Returns what to ask the user about the kernel with this text_key(), if anything.
[[nodiscard]] std::optional<DraftNotice> draft_notice(const Preferences& preferences, const std::string& key,
                                                      const EditedSource& now);
/// Returns the text that draft_notice() offers; none without an offer.
[[nodiscard]] std::optional<std::string> offered_draft(const Preferences& preferences, const std::string& key,
                                                       const EditedSource& now);
/// Keeps the offered draft apart, because the user types before answering.
void set_draft_aside(Preferences& preferences, const std::string& key, const EditedSource& now);
/// Deletes the offered draft.
void discard_draft(Preferences& preferences, const std::string& key, const EditedSource& now);
/// Regards the shown draft as an edit of the file's present text.
void keep_draft_despite_file(Preferences& preferences, const std::string& key, const EditedSource& now);

[[nodiscard]] std::string text_digest(std::string_view text);
[[nodiscard]] TextOrigin origin_now(std::string_view original);
/// Returns "10:26", or "2026-11-27 10:26" for another day, in local time.
[[nodiscard]] std::string time_of_day(int64_t when, int64_t now);

} // namespace warpscope::workbench
