// The CUDA program that is open: reading it, building and running it, opening its launches. All that takes time is done
// on a worker of its own; opening a program executes nothing of it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ui/background/background_worker.hpp"
#include "ui/model/program/program_view.hpp"
#include "ui/state/program/program_job.hpp"
#include "ui/state/redraw.hpp"

namespace warpscope::ui {

class ProgramState {
public:
    /// Of all launches together that a run keeps.
    static constexpr uint64_t keep_bytes = uint64_t{256} << 20;
    /// Of one that is fetched.
    static constexpr uint64_t most_fetched_bytes = uint64_t{4} << 30;

    ProgramState(std::function<void()> wake, Redraw& redraw);
    ~ProgramState();
    ProgramState(const ProgramState&) = delete;
    ProgramState& operator=(const ProgramState&) = delete;

    /// Once per frame, on the UI thread.
    void deliver();
    [[nodiscard]] const ProgramView* view() const { return open_ ? &view_ : nullptr; }
    /// Nothing is under way.
    [[nodiscard]] bool idle() const { return worker_.idle(); }

    /// `trusted`: whether the settings know this text.
    void open(ReadProgram read, bool trusted);
    /// The same file with a text that may have changed.
    void reread(ReadProgram read, bool trusted);
    void close();

    /// Asks once for a text that is not trusted, and runs it when it is or when that was `confirmed`. Returns whether
    /// it runs.
    bool run(bool confirmed);
    /// Ends what is under way: the compiler, the program, the opening of a launch.
    void stop();
    using Opened = std::function<void(capture::LaunchExperiment)>;
    /// Runs the program again for a launch that was not kept.
    void open_launch(uint32_t launch, Opened opened);
    /// Opens the shown launch again with another shape of a buffer.
    void set_shape(const SetBufferShape& wish, const Opened& opened);

    /// Returns whether a file lies in the record of a run, which goes with the window.
    [[nodiscard]] bool owns(const std::filesystem::path& file) const;
    /// To be called on a worker: brings the text that opened launches have up to date with the file.
    [[nodiscard]] std::function<void()> copier() const;

    void ask(bool on) { view_.asking = on; }
    void set_arguments(std::string typed) { view_.arguments = std::move(typed); }
    /// The file is to be read again with it; until then nothing runs.
    void set_build_words(std::string typed);
    void set_checks(bool on) { view_.checks = on; }
    void set_rows(ProgramRows rows) { view_.rows = rows; }
    void set_tab(ProgramTab tab) { view_.tab = tab; }
    void go_to(uint32_t line) { view_.goto_line = view_.marked_line = line; }
    /// The line was brought into sight.
    void arrived() { view_.goto_line = 0; }

private:
    struct Folder; // of a record, removed with the last who needs it
    struct Finished;
    void begin(ProgramStage stage);
    [[nodiscard]] RunWish wish() const;
    void show_text(std::filesystem::path file, std::string text);
    /// Removes the files of runs that nobody needs any more, on the worker.
    void let_go();
    void take(const Finished& finished);
    void open_kept(uint32_t launch, std::shared_ptr<const Folder> folder, Message note, Opened opened);
    void fetch(uint32_t launch, const Opened& opened);
    void take_opened(uint32_t launch, Result<capture::LaunchExperiment> made, const Message& note,
                     const Opened& opened);

    bool open_ = false;
    ProgramView view_;
    Redraw& redraw_;
    std::function<void()> wake_;
    double began_ = 0;
    uint64_t generation_ = 0; // of opened files: what was begun for another is dropped
    uint64_t opening_ = 0;    // the same of launches: counts those that were given up
    std::shared_ptr<ProgramOutput> live_;
    std::shared_ptr<const Folder> record_;                             // of the run
    std::map<uint32_t, std::shared_ptr<const Folder>> fetched_;        // by launch
    std::vector<std::shared_ptr<const Folder>> used_;                  // launches were opened out of them
    std::map<uint32_t, std::map<std::string, capture::SetShape>> set_; // by launch, by buffer
    std::vector<std::string> arguments_;                               // of the run
    std::map<uint64_t, capture::HostVariable> names_;                  // of allocations
    Worker worker_;                                                    // last, so that its thread ends first
};

} // namespace warpscope::ui
