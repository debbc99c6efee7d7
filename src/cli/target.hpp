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

/// Parses "16", "16x8", "8x8x4".
[[nodiscard]] Result<Dim3> parse_block(std::string_view text);
/// Parses "1600x900"; at most 16384 per side.
[[nodiscard]] Result<Dim3> parse_size(std::string_view text);

[[nodiscard]] Result<session::DeviceChoice> parse_device(std::string_view text);
[[nodiscard]] Result<compile::CompilerChoice> parse_compiler(std::string_view text);

struct TargetOptions {
    std::string target; // NAME, NAME/VARIANT, FILE.toml[/VARIANT], FILE.cu[:KERNEL], scene
    std::string input;
    std::string block;                 // "16x8"
    std::vector<std::string> settings; // NAME=VALUE
    std::string device = "auto", compiler = "auto";
    std::vector<std::string> include_folders = {};
    std::vector<std::string> definitions = {};
    std::string text = {}; // edited kernel
    std::string toml = {}; // TOML file for a FILE.cu target
};

[[nodiscard]] bool names_cuda_file(std::string_view target);

/// Opens .toml files and scenes; finds other targets in `catalog`. `scene` receives an opened scene; may be null.
[[nodiscard]] Result<session::Request> make_request(const catalog::Catalog& catalog, const TargetOptions& options,
                                                    std::optional<exporting::OpenedScene>* scene = nullptr);

} // namespace warpscope::cli
