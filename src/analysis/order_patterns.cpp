// Patterns of replay::in_words() and replay::order_name().
#include <array>

#include "analysis/message_patterns.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {
namespace {

constexpr std::array of_orders{
    one_form(N_("None of {} tried orders leaves another result.")),
    one_form(N_("Order {} of those tried leaves another result: {}.")),
    N_count("{} element ({} in the whole launch) differs: {}[{}] is {}, in the other order {}.",
            "{} elements ({} in the whole launch) differ, first: {}[{}] is {}, in the other order {}."),
    N_count("{} element ({} in the whole launch) differs: {}[{}] is {}, without the barrier {}.",
            "{} elements ({} in the whole launch) differ, first: {}[{}] is {}, without the barrier {}."),
    N_count("{} element differs: {}[{}] is {}, in the other order {}.",
            "{} elements differ, first: {}[{}] is {}, in the other order {}."),
    N_count("{} element differs: {}[{}] is {}, without the barrier {}.",
            "{} elements differ, first: {}[{}] is {}, without the barrier {}."),
    one_form(N_("Where they part: lane {} of warp {} reads {}.")),
    one_form(N_("Usual order, step {}: {}, what was there before the block began.")),
    one_form(N_("Usual order, step {}: {}, which another block has written.")),
    one_form(N_("Usual order, step {}: {}, which lane {} of warp {} has written in step {}, line {}.")),
    one_form(N_("Usual order, step {}: {}, which lane {} of warp {} has written in step {}.")),
    one_form(N_("Other order, step {}: {}, what was there before the block began.")),
    one_form(N_("Other order, step {}: {}, which another block has written.")),
    one_form(N_("Other order, step {}: {}, which lane {} of warp {} has written in step {}, line {}.")),
    one_form(N_("Other order, step {}: {}, which lane {} of warp {} has written in step {}.")),
    one_form(N_(
        "The two orders part at step {}; no thread of this block reads anything else: what is stored last decides.")),
    one_form(N_(
        "The two orders part at step {}; not all reads of this block could be compared, those that were are alike.")),
    one_form(N_("What was recorded of this block is the same in both; not all of it was.")),
    one_form(N_("This block does the same in both: which block stores last decides.")),
    one_form(N_("In the second order threads wait for what does not come, or go on for many times as many "
                "instructions.")),
    one_form(N_("warps take turns by line")),
    one_form(N_("each warp as far as it gets, the first one first")),
    one_form(N_("each warp as far as it gets, the last one first")),
    one_form(N_("{}, without the barrier")),
    one_form(N_("{}, lanes apart")),
    one_form(N_("mixed order {}")),
    one_form(N_("address {}")),
};

} // namespace

std::span<const Pattern> order_patterns() { return of_orders; }

} // namespace warpscope::analysis
