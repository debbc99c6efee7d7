#include "workbench/document/notices.hpp"

namespace warpscope::workbench {

uint64_t Notices::say(double now, bool error, Message words, Message hint, std::optional<double> seconds) {
    constexpr double error_seconds = 20, other_seconds = 5;
    constexpr size_t max = 4;
    std::erase_if(shown_, [&](const Notice& n) { return n.words == words; });
    const double until = now + seconds.value_or(error ? error_seconds : other_seconds);
    shown_.push_back({error, std::move(words), std::move(hint), until, next_++});
    if (shown_.size() > max) shown_.erase(shown_.begin());
    return shown_.back().id;
}

void Notices::expire(double now) {
    std::erase_if(shown_, [&](const Notice& n) { return n.until < now; });
}

void Notices::dismiss(uint64_t id) {
    std::erase_if(shown_, [&](const Notice& n) { return n.id == id; });
}

} // namespace warpscope::workbench
