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

/// Information that a program's record lacks.
struct ProgramSource {
    std::filesystem::path file;             // file with main(); "": only the PTX is known
    std::map<uint64_t, HostVariable> names; // key: allocation number
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
};

struct SetShape {
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    uint32_t width = 1;
    uint32_t padding = 0;
};

struct LaunchBuffer {
    std::string name;
    BufferShape shape;
    uint64_t bytes = 0;
    bool is_set = false;
};

struct LaunchExperiment {
    catalog::Experiment experiment; // one variant
    std::vector<LaunchBuffer> buffers;
};

/// Copies `file` and its own headers to `folder`. Returns nullopt if a header is outside the file's folder.
[[nodiscard]] std::optional<std::filesystem::path> copy_program(const std::filesystem::path& file,
                                                                const std::filesystem::path& folder);

/// Makes an experiment from a recorded launch, with the program's text if its device code compiles, otherwise PTX.
/// `set` has the user's shapes by buffer name. `cancel` does not interrupt compilers.
[[nodiscard]] Result<LaunchExperiment> open_launch(const std::filesystem::path& folder, uint32_t launch,
                                                   const ProgramSource& program,
                                                   const std::map<std::string, SetShape>& set = {},
                                                   const std::atomic<bool>* cancel = nullptr);

} // namespace warpscope::capture
