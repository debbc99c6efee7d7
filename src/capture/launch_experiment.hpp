// A launch of a program as an experiment that the session opens: the kernel's own text, the buffers as they were before
// the launch, its arguments, a grid that follows the block where that can be seen.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"
#include "catalog/experiment.hpp"
#include "compile/compiler.hpp"

namespace warpscope::capture {

/// What is known of the program besides what its run has written down.
struct ProgramSource {
    std::filesystem::path file; // with main(); empty: the one that the kernel's PTX names, where it is there
    std::map<uint64_t, HostVariable> names; // of allocations, by number
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic; // that the launch will be compiled with
};

/// What the user says a buffer looks like, in place of what was guessed.
struct SetShape {
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    uint32_t width = 1;   // cells in a row; the number of rows follows
    uint32_t padding = 0; // of them, that hold no data
};

struct LaunchBuffer {
    std::string name;
    BufferShape shape;
    uint64_t bytes = 0;
    bool is_set = false; // by the user
};

struct LaunchExperiment {
    catalog::Experiment experiment; // of one variant; its guesses are said
    std::vector<LaunchBuffer> buffers;
};

/// Copies the program's text, with the headers beside it, into the record's folder, where a scene can carry them from;
/// again when it has changed. Returns the copy; nothing where headers lie elsewhere.
[[nodiscard]] std::optional<std::filesystem::path> copy_program(const std::filesystem::path& file,
                                                                const std::filesystem::path& folder);

/// Writes the experiment's file beside the launch's, and reads it. `set`: by name of the buffer. The kernel's text is
/// the program's where a compiler takes it for the GPU alone, else the PTX that the program ran. `cancel` is looked at
/// every now and then; a compiler that has begun comes to its end.
[[nodiscard]] Result<LaunchExperiment> open_launch(const std::filesystem::path& folder, uint32_t launch,
                                                   const ProgramSource& program,
                                                   const std::map<std::string, SetShape>& set = {},
                                                   const std::atomic<bool>* cancel = nullptr);

} // namespace warpscope::capture
