#include "ui/state/preferences_file.hpp"

#include <fmt/format.h>

namespace warpscope::ui {

void PreferencesFile::keep(const Preferences& now, double time, const std::function<void(const Diagnostic&)>& failed) {
    if (now == saved_ || file_.empty()) {
        changed_ = 0;
        return;
    }
    if (changed_ == 0) changed_ = time;
    if (time - changed_ < delay) return;
    changed_ = 0;
    saved_ = now;
    worker_.post([this, file = file_, now, failed]() -> Worker::Finish {
        auto written = save_preferences(file, now);
        if (written) return {};
        return [this, failed, why = written.error()] {
            if (file_.empty()) return;
            file_.clear();
            failed(why);
        };
    });
}

void PreferencesFile::keep_at_end(const Preferences& now) {
    if (now == saved_ || file_.empty()) return;
    worker_.post([file = file_, now]() -> Worker::Finish {
        if (auto written = save_preferences(file, now); !written)
            fmt::print(stderr, "warpscope: the settings were not saved: {}\n", written.error().text());
        return {};
    });
}

} // namespace warpscope::ui
