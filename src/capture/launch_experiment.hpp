// Turns a program's launch into an experiment: kernel text, buffers before the launch, arguments, and a grid that
// adapts to the block if possible.
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

/// Facts about the program that its record lacks.
struct ProgramSource {
    std::filesystem::path file;             // file with main(); empty: the one in the PTX, if it exists
    std::map<uint64_t, HostVariable> names; // allocations by number
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic; // for compiling the launch
};

/// Buffer shape chosen by the user.
struct SetShape {
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    uint32_t width = 1;   // cells per row
    uint32_t padding = 0; // unused cells per row
};

struct LaunchBuffer {
    std::string name;
    BufferShape shape;
    uint64_t bytes = 0;
    bool is_set = false;
};

struct LaunchExperiment {
    catalog::Experiment experiment; // one variant, with its guesses
    std::vector<LaunchBuffer> buffers;
};

/// Copies the program's text and the headers next to it to the record's folder, for scenes. Returns nullopt if headers
/// are elsewhere.
[[nodiscard]] std::optional<std::filesystem::path> copy_program(const std::filesystem::path& file,
                                                                const std::filesystem::path& folder);

/// Writes and reads the experiment file. `set`: by buffer name. Uses the program's text if it compiles for the GPU
/// alone, else the recorded PTX. `cancel` does not interrupt a compiler.
[[nodiscard]] Result<LaunchExperiment> open_launch(const std::filesystem::path& folder, uint32_t launch,
                                                   const ProgramSource& program,
                                                   const std::map<std::string, SetShape>& set = {},
                                                   const std::atomic<bool>* cancel = nullptr);

} // namespace warpscope::capture
