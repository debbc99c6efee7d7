#include "workbench/deck/deck_feature.hpp"

#include <algorithm>
#include <utility>

#include "workbench/files/commands.hpp"

namespace warpscope::workbench {

DeckFeature::DeckFeature(Document& document, const Models& model, DeckModel& view)
    : CommandFeature(document, model)
    , view_(view) {
    if (start_.deck.empty()) return;
    take(start_.deck);
    report_position();
}

bool DeckFeature::perform(const Perform& action) {
    if (view_.deck == nullptr || window_.lesson) return false;
    switch (action.action) {
    case Action::scene_back: on(StepDeck{-1}); break;
    case Action::scene_on: on(StepDeck{1}); break;
    default: return false;
    }
    return true;
}

void DeckFeature::on(const OpenDeck& c) {
    worker_.post([this, folder = c.folder]() -> Worker::Finish {
        return [this, folder, scenes = scenes_of_folder(folder)] {
            redraw_.want(3);
            if (!scenes) {
                say(true, scenes.error().message, scenes.error().hint);
                return;
            }
            remember(preferences_, scenes->front().parent_path().string());
            take(*scenes);
            show_scene();
        };
    });
}

void DeckFeature::on(const StepDeck& c) {
    if (view_.deck == nullptr) return;
    const auto last = static_cast<int64_t>(deck_.scenes.size()) - 1;
    const int64_t next = static_cast<int64_t>(deck_.position) + c.by;
    if (next < 0) return report_position(msg("This is the first scene."));
    if (next > last) return report_end();
    deck_.position = static_cast<size_t>(next);
    show_scene();
}

void DeckFeature::on(const FollowDeck& c) {
    if (const auto position = deck_.find(c.scene)) deck_.position = *position;
}

void DeckFeature::on(const CloseDeck& /*c*/) {
    deck_ = {};
    view_.deck = nullptr;
}

void DeckFeature::take(std::vector<std::filesystem::path> scenes) {
    deck_ = {std::move(scenes), 0};
    view_.deck = &deck_;
}

void DeckFeature::show_scene() {
    send(OpenFile{deck_.scenes[deck_.position]});
    report_position();
}

void DeckFeature::report_position(Message hint) {
    constexpr double seconds = 2;
    document_.notices.dismiss(position_notice_);
    position_notice_ =
        document_.notices.say(document_.clock.now, false,
                              msg("Scene {} of {}", deck_.position + 1, deck_.scenes.size()), std::move(hint), seconds);
}

void DeckFeature::report_end() {
    document_.notices.dismiss(position_notice_);
    position_notice_ = document_.notices.say(document_.clock.now, false, msg("End of the slides."),
                                             msg("This was scene {} of {}.", deck_.position + 1, deck_.scenes.size()));
}

} // namespace warpscope::workbench
