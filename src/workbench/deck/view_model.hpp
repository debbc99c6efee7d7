#pragma once

#include "workbench/deck/deck.hpp"

namespace warpscope::workbench {

struct DeckModel {
    const Deck* deck = nullptr;
};

} // namespace warpscope::workbench
