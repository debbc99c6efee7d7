#include "catalog/guess/reach_guess.hpp"

#include "catalog/guess/kernel_setup.hpp"

namespace warpscope::catalog {
namespace {

constexpr uint32_t side_without_picture = 256;
constexpr uint32_t volume_side = 32;                      // few enough slices to see
constexpr uint32_t square_side = 64;                      // products take side^3 steps
constexpr uint32_t long_array = 4096, short_array = 1024; // sizes of array_input and short_array_input
constexpr uint32_t uneven_long_array = 4000, uneven_short_array = 1000;

void reach_by_sliders(SetupDraft& draft, bool goes_through_all, bool is_uneven) {
    switch (draft.extent) {
    case SetupDraft::Extent::square: return;
    case SetupDraft::Extent::picture:
        draft.add_slider("columns", side_without_picture, 1, 8192, "cells in x");
        draft.add_slider("lines", side_without_picture, 1, 8192, "cells in y");
        draft.side = {"columns", "lines", "1"};
        draft.say(msg("a plane of {} x {} cells, since no image is read", side_without_picture, side_without_picture));
        return;
    case SetupDraft::Extent::volume:
        draft.add_slider("columns", volume_side, 1, 512, "cells in x");
        draft.add_slider("lines", volume_side, 1, 512, "cells in y");
        draft.add_slider("planes", volume_side, 1, 512, "cells in z");
        draft.side = {"columns", "lines", "planes"};
        draft.say(msg("a volume of {} x {} x {} cells, since none is read", volume_side, volume_side, volume_side));
        return;
    case SetupDraft::Extent::line: break;
    }
    const uint32_t elements = is_uneven ? (goes_through_all ? uneven_short_array : uneven_long_array)
                                        : (goes_through_all ? short_array : long_array);
    draft.add_slider("elements", elements, 1, 1 << 24, "elements");
    draft.side = {"elements", "1", "1"};
    draft.say(is_uneven ? msg("arrays of {} elements, not a multiple of the block size", elements)
                        : msg("arrays of {} elements", elements));
}

} // namespace

void set_reach(SetupDraft& draft, const std::string& main, bool goes_through_all, bool is_uneven) {
    if (draft.extent == SetupDraft::Extent::square) {
        draft.add_slider("side", square_side, 1, 1024, "cells along a side");
        draft.side = {"side", "side", "1"};
        draft.say(msg("matrices of side x side elements, since there is no width and height"));
        return;
    }
    if (main.empty()) return reach_by_sliders(draft, goes_through_all, is_uneven);
    draft.main = main;
    if (draft.extent == SetupDraft::Extent::picture) {
        draft.input = "picture";
        draft.say_of(Guess::About::buffer, main, msg("{}: the opened image", main));
    } else if (draft.extent == SetupDraft::Extent::volume) {
        draft.input = fmt::format("noise:{0}x{0}x{0}", volume_side);
        draft.side.z = "depth";
        draft.say_of(Guess::About::buffer, main, msg("{}: the opened volume, initially {}", main, draft.input));
    } else {
        draft.input = is_uneven ? (goes_through_all ? uneven_short_array_input : uneven_array_input)
                                : (goes_through_all ? short_array_input : array_input);
        draft.side = {"cells", "1", "1"};
        draft.say_of(
            Guess::About::buffer, main,
            is_uneven ? msg("{}: the opened input, initially {}, not a multiple of the block size", main, draft.input)
                      : msg("{}: the opened input, initially {}", main, draft.input));
    }
}

} // namespace warpscope::catalog
