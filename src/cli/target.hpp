// From what the user typed to a session request: experiment names, block sizes, settings. Shared by command line and
// window.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/experiment.hpp"
#include "export/scene_file.hpp"
#include "session/session.hpp"

namespace warpscope::cli {

/// "16", "16x8", "8x8x4".
[[nodiscard]] Result<Dim3> parse_block(std::string_view text);
/// "1600x900": both at least 1 and at most 16384.
[[nodiscard]] Result<Dim3> parse_size(std::string_view text);

[[nodiscard]] Result<session::DeviceChoice> parse_device(std::string_view text);
[[nodiscard]] Result<compile::CompilerChoice> parse_compiler(std::string_view text);

/// What --input, --block and --set leave to the experiment when empty.
struct Wishes {
    std::string target;                // NAME, NAME/VARIANT, FILE.toml[/VARIANT], FILE.cu[:KERNEL] or a scene
    std::string input;                 // input spec
    std::string block;                 // parse_block text
    std::vector<std::string> settings; // NAME=VALUE
    std::string device = "auto", compiler = "auto";
    std::vector<std::string> include_folders = {}; // -I
    std::vector<std::string> definitions = {};     // -D NAME[=VALUE]
    std::string text = {};                         // file whose text takes the place of the kernel's own
    std::string toml = {};                         // of a FILE.cu: the file that says how it is launched
};

/// Returns whether a target is a CUDA file, with or without ":KERNEL" behind it.
[[nodiscard]] bool names_cuda_file(std::string_view target);

/// Resolves names against `catalog` (a target that ends in .toml is read as a file). Errors name what is known instead.
/// `scene`, which may be null, receives the scene that the target is; what else is wished changes the request only.
[[nodiscard]] Result<session::Request> make_request(const catalog::Catalog& catalog, const Wishes& wishes,
                                                    std::optional<exporting::OpenedScene>* scene = nullptr);

} // namespace warpscope::cli
