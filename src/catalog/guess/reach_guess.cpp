#include "catalog/guess/reach_guess.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace warpscope::catalog {
namespace {

/// Data sizes: `even` is a multiple of usual block sizes, `uneven` is not.
struct Size {
    uint32_t even, uneven;

    [[nodiscard]] uint32_t choose(bool is_uneven) const { return is_uneven ? uneven : even; }
};
constexpr Size columns_without_picture{256, 250};
constexpr Size lines_without_picture{192, 190}; // differs from the columns, so that exchanged sizes are noticed
constexpr Size volume_side{32, 30};
constexpr uint32_t largest_tile = 128;
constexpr Size square_side{64, 60}; // small: a matrix product takes side^3 steps
constexpr Size long_array{4096, 4000};
constexpr Size short_array{1024, 1000}; // used if each thread reads the whole array

Message mention_uneven_size(const Message& size, bool is_uneven) {
    return is_uneven ? msg("{}; the size is not a multiple of the block size", size) : size;
}

void reach_by_sliders(SetupDraft& draft, bool scans_all, bool is_uneven) {
    const uint32_t side = volume_side.choose(is_uneven), columns = columns_without_picture.choose(is_uneven),
                   lines = lines_without_picture.choose(is_uneven);
    switch (draft.extent) {
    case SetupDraft::Extent::square:
    case SetupDraft::Extent::dimensions: return;
    case SetupDraft::Extent::picture:
        draft.add_slider("columns", columns, 1, 8192, "cells in x");
        draft.add_slider("lines", lines, 1, 8192, "cells in y");
        draft.side = {"columns", "lines", "1"};
        draft.explain(
            mention_uneven_size(msg("a plane of {} x {} cells, since no image is read", columns, lines), is_uneven));
        return;
    case SetupDraft::Extent::volume:
        draft.add_slider("columns", side, 1, 512, "cells in x");
        draft.add_slider("lines", side, 1, 512, "cells in y");
        draft.add_slider("planes", side, 1, 512, "cells in z");
        draft.side = {"columns", "lines", "planes"};
        draft.explain(mention_uneven_size(msg("a volume of {} x {} x {} cells, since none is read", side, side, side),
                                          is_uneven));
        return;
    case SetupDraft::Extent::line: break;
    }
    const uint32_t elements = (scans_all ? short_array : long_array).choose(is_uneven);
    draft.add_slider("elements", elements, 1, 1 << 24, "elements");
    draft.side = {"elements", "1", "1"};
    draft.explain(mention_uneven_size(msg("arrays of {} elements", elements), is_uneven));
}

/// Uses the constants that the kernel compares with indices. Returns false if the kernel has none.
bool reach_by_constants(SetupDraft& draft, const compile::SourceKernel& kernel) {
    const uint32_t width = kernel.constant_width > 0 ? kernel.constant_width : kernel.constant_height;
    const uint32_t height = kernel.constant_height > 0 ? kernel.constant_height : width;
    constexpr uint64_t max_cells = uint64_t{1} << 22;
    const bool flat = draft.extent == SetupDraft::Extent::picture;
    if (width == 0 || (!flat && draft.extent != SetupDraft::Extent::line)) return false;
    if (uint64_t{width} * (flat ? height : 1) > max_cells) return false;
    const std::string size = flat ? fmt::format("{}x{}", width, height) : std::to_string(width);
    if (draft.main.empty()) {
        draft.add_slider(flat ? "columns" : "elements", width, 1, 1 << 24, flat ? "cells in x" : "elements");
        if (flat) draft.add_slider("lines", height, 1, 8192, "cells in y");
        draft.side = {flat ? "columns" : "elements", flat ? "lines" : "1", "1"};
        draft.explain(msg("{} cells, according to the kernel's constants", size));
        return true;
    }
    draft.input = fmt::format("noise:{}", size);
    if (!flat) draft.side = {"cells", "1", "1"};
    draft.explain_about(Guess::About::buffer, draft.main,
                        msg("{}: initially {}, according to the kernel's constants", draft.main, draft.input));
    return true;
}

} // namespace

void set_reach(SetupDraft& draft, const compile::SourceKernel& kernel, const std::string& main, bool scans_all) {
    const bool is_uneven = expects_any_size(kernel) && !has_whole_tiles(kernel);
    if (draft.extent != SetupDraft::Extent::square) draft.main = main;
    if (!is_uneven && reach_by_constants(draft, kernel)) return;
    if (draft.extent == SetupDraft::Extent::square) {
        const uint32_t tile = has_whole_tiles(kernel) ? std::lcm(kernel.block_step_x, kernel.block_step_y) : 1;
        const uint32_t side =
            tile <= largest_tile ? std::max(square_side.choose(is_uneven), 2 * tile) : square_side.choose(is_uneven);
        draft.add_slider("side", side, 1, 1024, "cells along a side");
        draft.side = {"side", "side", "1"};
        draft.explain(mention_uneven_size(
            msg("matrices of side x side elements, since there is no width and height; side is {}", side), is_uneven));
        return;
    }
    if (main.empty()) return reach_by_sliders(draft, scans_all, is_uneven);
    if (draft.extent == SetupDraft::Extent::picture) {
        draft.input = "picture";
        draft.explain_about(Guess::About::buffer, main, msg("{}: the opened image", main));
        return;
    }
    if (draft.extent == SetupDraft::Extent::volume) {
        draft.input = fmt::format("noise:{0}x{0}x{0}", volume_side.choose(is_uneven));
        draft.side.z = "depth";
        draft.explain_about(
            Guess::About::buffer, main,
            mention_uneven_size(msg("{}: the opened volume, initially {}", main, draft.input), is_uneven));
        return;
    }
    draft.input = fmt::format("noise:{}", (scans_all ? short_array : long_array).choose(is_uneven));
    draft.side = {"cells", "1", "1"};
    draft.explain_about(Guess::About::buffer, main,
                        mention_uneven_size(msg("{}: the opened input, initially {}", main, draft.input), is_uneven));
}

} // namespace warpscope::catalog
