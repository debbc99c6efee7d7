// Notes on the scene: written, moved, deleted, each a step of undo.
#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/notes/commands.hpp"

namespace warpscope::workbench {

class NotesFeature : public FeatureWith<NotesFeature, NotesCommands> {
public:
    NotesFeature(Document& document, const Models& model)
        : FeatureWith(document, model) {}
    [[nodiscard]] std::string_view name() const override { return "notes"; }

    void on(const EditNote& c);
    void on(const PutNote& c);
    void on(const RemoveNotes& c);
};

/// Says that notes were lost because their lines are no longer in the text.
void say_lost_notes(Document& document, size_t lost);

} // namespace warpscope::workbench
