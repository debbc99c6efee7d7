#include "scene/moment.hpp"

#include <charconv>
#include <fmt/format.h>

namespace warpscope::scene {

Result<Moment> parse_moment(std::string_view text) {
    const auto wrong = [&] {
        return fail(ErrorKind::usage, msg("'{}' is not a moment.", text),
                    msg("write block:STEP or warp:STEP, with a number or end for STEP"));
    };
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return wrong();
    const std::string_view scope = text.substr(0, colon), step = text.substr(colon + 1);
    Moment moment;
    if (scope == "block")
        moment.scope = Scope::block;
    else if (scope == "warp")
        moment.scope = Scope::warp;
    else
        return wrong();
    if (step == "end") {
        moment.step = last_step;
        return moment;
    }
    const auto number = std::from_chars(step.data(), step.data() + step.size(), moment.step);
    if (number.ec != std::errc{} || number.ptr != step.data() + step.size()) return wrong();
    return moment;
}

std::string moment_text(const Moment& moment) {
    return fmt::format("{}:{}", moment.scope == Scope::warp ? "warp" : "block",
                       moment.step == last_step ? "end" : std::to_string(moment.step));
}

} // namespace warpscope::scene
