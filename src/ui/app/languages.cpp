#include <fmt/format.h>

#include "language/language.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

std::optional<Language> App::State::language_of_figures() const {
    const auto requested = preferences.figure_language;
    return requested == Language::chinese && !fonts.chinese ? std::nullopt : requested;
}

void App::State::update_language() {
    const Language requested = preferences.language.value_or(start.desktop_language);
    if (spoken == requested) return;
    const bool asked = preferences.language.has_value(), first = !spoken.has_value();
    spoken = requested;
    redraw.want(3);
    if (requested == Language::chinese && !fonts.chinese) {
        // Reports a missing font only if the user chose the language.
        static_cast<void>(set_language(Language::english));
        doc.say(asked, msg("No font for Chinese was found."), msg("Install fonts-noto-cjk and restart Warpscope."));
        return;
    }
    if (const auto set = set_language(requested); !set) {
        static_cast<void>(set_language(Language::english));
        if (asked || !first) doc.say(asked, set.error().message, set.error().hint);
        return;
    }
}

} // namespace warpscope::ui
