// Differences of texts that are shown in every frame, worked out once.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "insight/line_diff.hpp"

namespace warpscope::workbench {

class DiffMemo {
public:
    struct Made {
        std::string before, after;
        std::vector<insight::DiffLine> diff;
        std::vector<uint32_t> same, replaced; // lines_before() and lines_replaced() of it
    };
    /// Valid until two others have been asked for.
    [[nodiscard]] const Made& of(std::string_view before, std::string_view after);

private:
    static constexpr size_t most = 3; // of which a frame needs two or three
    std::list<Made> made_;            // the one asked for last comes first
};

} // namespace warpscope::workbench
