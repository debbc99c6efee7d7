// Input data: images, generated patterns, raw values. Functions may be slow; call them on a worker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

inline constexpr uint32_t max_side = 16384;        // images and grids of two or three dimensions
inline constexpr uint64_t max_cells = 64ull << 20; // images and generated grids

enum class Pattern { gradient, checkerboard, noise, index, impulse };

[[nodiscard]] std::string_view name_of(Pattern pattern);

struct InputSpec {
    std::string file; // if set, the rest is unused
    Pattern pattern = Pattern::gradient;
    Shape shape{256, 256, 1};
    uint64_t seed = 1;

    [[nodiscard]] bool is_file() const { return !file.empty(); }
    /// Returns the inverse of parse_spec(): "PATTERN:WxH[xD][,seed=N]" or a path.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const InputSpec&, const InputSpec&) = default;
};

/// Parses "PATTERN:WxH[xD][,seed=N]", "index:1000" for one dimension, or a path. An unknown pattern is a usage error.
[[nodiscard]] Result<InputSpec> parse_spec(std::string_view text);

struct ImageInfo {
    uint32_t width = 0, height = 0, channels = 0; // channels in the file
    std::string format;                           // "PNG", "JPEG", "BMP"
};

/// Reads the header and checks format and limits.
[[nodiscard]] Result<ImageInfo> probe_image(const std::filesystem::path& file);

/// Decodes PNG, JPEG or BMP to interleaved u8 RGB after the checks of probe_image(). Drops alpha.
[[nodiscard]] Result<HostBuffer> load_image(const std::filesystem::path& file);

/// Fills a buffer with the pattern. Integers range from 0 to 255 and floats from 0 to 1; `index` is the linear index,
/// modulo the type's range; `impulse` is the maximum in the center, 0 elsewhere. Noise is the same on every machine.
[[nodiscard]] HostBuffer generate(const InputSpec& spec, ElementType type, uint32_t channels);

/// Loads or generates a buffer. Images become gray (Rec. 601, rounded) for one channel, and 0 to 1 for floating types.
[[nodiscard]] Result<HostBuffer> make_input(const InputSpec& spec, ElementType type, uint32_t channels);

} // namespace warpscope::input
