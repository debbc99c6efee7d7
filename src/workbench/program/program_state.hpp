// State of the program page. Opening a program executes nothing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/program/commands.hpp"
#include "workbench/program/program_job.hpp"
#include "workbench/program/program_view.hpp"

namespace warpscope::workbench {

class ProgramState {
public:
    static constexpr uint64_t keep_bytes = uint64_t{256} << 20;
    static constexpr uint64_t max_fetched_bytes = uint64_t{4} << 30;

    ProgramState(std::function<void()> wake, Redraw& redraw);
    ~ProgramState();
    ProgramState(const ProgramState&) = delete;
    ProgramState& operator=(const ProgramState&) = delete;

    void deliver();
    [[nodiscard]] const ProgramView* view() const { return open_ ? &view_ : nullptr; }
    [[nodiscard]] bool idle() const { return worker_.idle(); }

    /// `trusted`: the preferences list the program, so it runs without confirmation.
    void open(ReadProgram read, bool trusted);
    void reread(ReadProgram read, bool trusted);
    void close();

    /// Runs, or asks for confirmation. Returns whether the program runs.
    bool run(bool confirmed);
    void stop();
    using Opened = std::function<void(capture::LaunchExperiment)>;
    /// Reruns the program if the launch was not saved.
    void open_launch(uint32_t launch, Opened opened);
    void set_shape(const SetBufferShape& command, const Opened& opened);

    [[nodiscard]] bool owns(const std::filesystem::path& file) const;
    [[nodiscard]] std::function<void()> copier() const;

    void ask(bool on) { view_.asking = on; }
    void set_arguments(std::string typed) { view_.arguments = std::move(typed); }
    /// The caller must afterwards reread the file.
    void set_build_words(std::string typed);
    void set_checks(bool on) { view_.checks = on; }
    void set_rows(ProgramRows rows) { view_.rows = rows; }
    void set_tab(ProgramTab tab) { view_.tab = tab; }
    void go_to(uint32_t line) { view_.goto_line = view_.marked_line = line; }
    void arrived() { view_.goto_line = 0; }

private:
    struct Folder; // deleted from disk by its last owner
    struct Finished;
    void begin(ProgramStage stage);
    [[nodiscard]] ProgramRequest program_request() const;
    void show_text(std::filesystem::path file, std::string text);
    void release_launch();
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
    uint64_t generation_ = 0; // increases with each program, so that results of an earlier one are recognized
    uint64_t opening_ = 0;    // increases with each opening, so that results of a canceled one are recognized
    std::shared_ptr<ProgramOutput> live_;
    std::shared_ptr<const Folder> record_;
    std::map<uint32_t, std::shared_ptr<const Folder>> fetched_;
    std::vector<std::shared_ptr<const Folder>> used_;
    std::map<uint32_t, std::map<std::string, capture::SetShape>> set_;
    std::vector<std::string> arguments_;
    std::map<uint64_t, capture::HostVariable> names_;
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::workbench
