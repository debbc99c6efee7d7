#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/notes/commands.hpp"

namespace warpscope::workbench {

class NotesFeature : public CommandFeature<NotesFeature, NotesCommands> {
public:
    NotesFeature(Document& document, const Models& model)
        : CommandFeature(document, model) {}
    [[nodiscard]] std::string_view name() const override { return "notes"; }

    void on(const EditNote& c);
    void on(const PutNote& c);
    void on(const RemoveNotes& c);
};

void report_lost_notes(Document& document, size_t lost);

} // namespace warpscope::workbench
