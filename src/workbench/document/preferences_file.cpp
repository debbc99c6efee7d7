#include "workbench/document/preferences_file.hpp"

#include <fmt/format.h>
#include <utility>

namespace warpscope::workbench {

void PreferencesFile::keep(const Preferences& now, double time, const std::function<void(const Diagnostic&)>& failed) {
    if (file_.empty() || (now == saved_ && !unsaved_)) {
        changed_ = 0;
        return;
    }
    if (changed_ == 0) changed_ = time;
    if (time - changed_ < (unsaved_ ? pause : delay)) return;
    changed_ = 0;
    saved_ = now;
    unsaved_ = false;
    worker_.post([this, file = file_, now, failed]() -> Worker::Finish {
        auto written = save_preferences(file, now);
        if (written) return [this] { is_failure_reported_ = false; };
        return [this, failed, why = written.error()] {
            unsaved_ = true;
            if (!std::exchange(is_failure_reported_, true)) failed(why);
        };
    });
}

void PreferencesFile::keep_at_end(const Preferences& now) {
    if (file_.empty() || (now == saved_ && !unsaved_)) return;
    worker_.post([file = file_, now]() -> Worker::Finish {
        if (auto written = save_preferences(file, now); !written)
            fmt::print(stderr, "warpscope: the settings were not saved: {}\n", written.error().text());
        return {};
    });
}

} // namespace warpscope::workbench
