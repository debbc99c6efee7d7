#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "insight/machine_lines.hpp"
#include "sass/machine_code.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

class MachineCodeMaker {
public:
    MachineCodeMaker(sass::Assembler assembler, Redraw& redraw, std::function<void()> wake)
        : assembler_(std::move(assembler))
        , redraw_(redraw)
        , worker_(std::move(wake)) {}
    ~MachineCodeMaker() { cancel(); }
    MachineCodeMaker(const MachineCodeMaker&) = delete;
    MachineCodeMaker& operator=(const MachineCodeMaker&) = delete;

    /// Cancels work for another run. Keeps the lines if the PTX is the same.
    void follow(const RunPtr& run);
    /// Makes the lines of the followed run for a device unless made already. The run must be emulated.
    void start(uint32_t capability);
    void deliver() { worker_.deliver(); }

    [[nodiscard]] const std::shared_ptr<const insight::MachineLines>& lines() const { return lines_; }
    [[nodiscard]] const std::optional<Diagnostic>& problem() const { return problem_; }
    [[nodiscard]] bool busy() const { return cancel_ != nullptr; }

private:
    using CodePtr = std::shared_ptr<const sass::MachineCode>;
    struct Cached {
        std::string checksum; // of the PTX
        uint32_t capability = 0;
        CodePtr code;
    };

    [[nodiscard]] Result<CodePtr> assemble(const session::RunResult& run, uint32_t capability,
                                           const std::atomic<bool>& cancel);
    void cancel();

    sass::Assembler assembler_;
    Redraw& redraw_;
    RunPtr run_;
    uint32_t capability_ = 0;
    bool is_made_ = false; // lines of `run_` were made, or making them failed
    std::shared_ptr<const insight::MachineLines> lines_;
    std::optional<Diagnostic> problem_;
    std::shared_ptr<std::atomic<bool>> cancel_; // null: no job
    std::deque<Cached> cache_;                  // newest first; only the worker uses it
    Worker worker_;                             // last: destroyed first
};

} // namespace warpscope::workbench
