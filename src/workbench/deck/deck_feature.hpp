#pragma once

#include "workbench/deck/commands.hpp"
#include "workbench/deck/deck.hpp"
#include "workbench/feature/feature.hpp"

namespace warpscope::workbench {

class DeckFeature : public CommandFeature<DeckFeature, DeckCommands> {
public:
    /// Takes the command line's deck, whose first scene is already opening.
    DeckFeature(Document& document, const Models& model, DeckModel& view);
    [[nodiscard]] std::string_view name() const override { return "deck"; }
    bool perform(const Perform& action) override;

    void on(const OpenDeck& c);
    void on(const StepDeck& c);
    void on(const FollowDeck& c);
    void on(const CloseDeck& c);

private:
    void take(std::vector<std::filesystem::path> scenes);
    void show_scene();
    void report_position(Message hint = {});
    void report_end();

    DeckModel& view_;
    Deck deck_;
    uint64_t position_notice_ = 0;
};

} // namespace warpscope::workbench
