// Converts user input to session requests: targets, block sizes, settings. Used by command line and window.
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
/// "1600x900"; sides from 1 to 16384.
[[nodiscard]] Result<Dim3> parse_size(std::string_view text);

[[nodiscard]] Result<session::DeviceChoice> parse_device(std::string_view text);
[[nodiscard]] Result<compile::CompilerChoice> parse_compiler(std::string_view text);

/// Options of a run; empty ones are left to the experiment.
struct Wishes {
    std::string target; // NAME, NAME/VARIANT, FILE.toml[/VARIANT], FILE.cu[:KERNEL] or a scene
    std::string input;
    std::string block;                 // for parse_block()
    std::vector<std::string> settings; // NAME=VALUE
    std::string device = "auto", compiler = "auto";
    std::vector<std::string> include_folders = {}; // -I
    std::vector<std::string> definitions = {};     // -D NAME[=VALUE]
    std::string text = {};                         // file with the kernel's text
    std::string toml = {};                         // launch setup of a FILE.cu
};

/// Returns whether the target is a CUDA file, optionally with ":KERNEL".
[[nodiscard]] bool names_cuda_file(std::string_view target);

/// Resolves names in `catalog`; targets that end in .toml are files. `scene` receives an opened scene and may be null;
/// other options change only the request.
[[nodiscard]] Result<session::Request> make_request(const catalog::Catalog& catalog, const Wishes& wishes,
                                                    std::optional<exporting::OpenedScene>* scene = nullptr);

} // namespace warpscope::cli
