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
        std::vector<uint32_t> same, replaced;
    };
    /// The reference stays valid until three other pairs of texts are requested.
    [[nodiscard]] const Made& of(std::string_view before, std::string_view after);

private:
    static constexpr size_t max = 3;
    std::list<Made> made_;
};

} // namespace warpscope::workbench
