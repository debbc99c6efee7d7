#pragma once

#include <filesystem>
#include <string_view>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

/// Opens the first scene of a folder.
struct OpenDeck {
    std::filesystem::path folder;
};
struct StepDeck {
    int by = 1;
};
/// Continues stepping through the deck from an opened scene.
struct FollowDeck {
    std::filesystem::path scene;
};
struct CloseDeck {};

using DeckCommands = CommandList<OpenDeck, StepDeck, FollowDeck, CloseDeck>;
template<class T>
requires(DeckCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "deck";

} // namespace warpscope::workbench
