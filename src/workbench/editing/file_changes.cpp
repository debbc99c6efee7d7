#include <algorithm>

#include "language/tr.hpp"
#include "program/build.hpp"
#include "workbench/editing/editing_feature.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/program/commands.hpp"

namespace warpscope::workbench {

void EditingFeature::follow_files() {
    const catalog::Experiment* e = document_.experiment();
    const catalog::Variant* v = document_.variant();
    const ProgramView* const opened = model_.program;
    std::vector<std::filesystem::path> wanted;
    // A program's launch uses a copy of the source, which needs no watching.
    const bool of_program = e != nullptr && document_.is_of_program(e->file);
    if (e != nullptr && v != nullptr && !of_program) wanted = {e->file, v->source};
    std::vector<std::filesystem::path> of_page;
    if (opened != nullptr) of_page = opened->build.sources;
    if (opened != nullptr && of_page.empty()) of_page.push_back(opened->file);
    for (const std::filesystem::path& file : of_page)
        if (std::ranges::find(wanted, file) == wanted.end()) wanted.push_back(file);
    if (wanted.empty()) return;
    FileWatch::Includes includes;
    if (v != nullptr && !of_program) {
        includes = {v->include_folders, v->definitions, {}, {}};
        if (scene_.source.text) includes.edited = v->source, includes.text = *scene_.source.text;
    }
    if (opened != nullptr) {
        const std::vector<std::filesystem::path>& folders = opened->build.include_folders;
        includes.folders.insert(includes.folders.end(), folders.begin(), folders.end());
        for (auto& define : program::named_values(opened->build.definitions)) includes.defines.push_back(define);
    }
    watched_.watch(wanted, includes);
    std::vector<std::filesystem::path> changed = watched_.take_changed();
    // Ignores the window's own automatic saves.
    std::erase_if(changed, [&](const std::filesystem::path& file) {
        const auto own = own_copies_.find(file);
        if (own == own_copies_.end()) return false;
        // While writes are in progress, the change may be an earlier write.
        if (own->second.pending_writes > 0) return true;
        std::error_code error;
        if (own->second.since == std::filesystem::last_write_time(file, error) && !error) return true;
        own_copies_.erase(own);
        return false;
    });
    if (changed.empty()) return;
    redraw_.want();
    const bool own = std::ranges::all_of(changed, [&](const auto& file) { return watched_.is_own(file); });
    std::vector<std::filesystem::path> reloaded = changed;
    if (!own && v != nullptr && std::ranges::find(changed, v->source) != changed.end()) {
        editor_.file_changed();
        const bool keeps_text = scene_.source.text || editor_.now().changed();
        if (keeps_text) std::erase(reloaded, v->source); // the bar above the source asks the user
        if (reloaded.empty() && e->file != v->source) return;
    }
    if (!own && !reloaded.empty())
        say(false, msg("{} changed on disk and was reloaded.", reloaded.front().filename().string()));
    const auto is_of_page = [&](const std::filesystem::path& file) {
        return std::ranges::find(of_page, file) != of_page.end();
    };
    if (std::ranges::any_of(changed, is_of_page)) send(RereadProgram{});
    if (e == nullptr || v == nullptr || of_program || (window_.page && !model_.result)) return;
    if (std::ranges::find(changed, e->file) != changed.end())
        send(ReloadExperiment{});
    else if (is_of_page(v->source) || !std::ranges::all_of(changed, is_of_page))
        document_.submit();
}

} // namespace warpscope::workbench
