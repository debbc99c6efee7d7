// Where data comes from: image files, generated patterns, raw values. All functions may be slow; call them on a worker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

inline constexpr uint32_t max_side = 16384;        // of an image or a grid of two or three dimensions
inline constexpr uint64_t max_cells = 64ull << 20; // of an image or generated grid

enum class Pattern { gradient, checkerboard, noise, index, impulse };

[[nodiscard]] std::string_view name_of(Pattern pattern);

/// What the user asked for: a file, or a generated pattern of a size.
struct InputSpec {
    std::string file; // when not empty, the rest is unused
    Pattern pattern = Pattern::gradient;
    Shape shape{256, 256, 1};
    uint64_t seed = 1;

    [[nodiscard]] bool is_file() const { return !file.empty(); }
    /// "PATTERN:WxH[xD][,seed=N]" or the file's path: parse_spec's inverse.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const InputSpec&, const InputSpec&) = default;
};

/// Parses "PATTERN:WxH[xD][,seed=N]" or a path. A word before ':' that is no pattern and no existing file is a usage
/// error that lists the patterns. "index:1000" is a 1D array.
[[nodiscard]] Result<InputSpec> parse_spec(std::string_view text);

struct ImageInfo {
    uint32_t width = 0, height = 0, channels = 0; // channels as stored in the file
    std::string format;                           // "PNG", "JPEG", "BMP"
};

/// Reads only the header and checks format and limits. Messages name the file and say what is wrong with it.
[[nodiscard]] Result<ImageInfo> probe_image(const std::filesystem::path& file);

/// Decodes PNG, JPEG or BMP to interleaved u8 RGB (grey becomes three equal channels, alpha is dropped), after
/// probe_image's checks.
[[nodiscard]] Result<HostBuffer> load_image(const std::filesystem::path& file);

/// Fills a buffer of the given type and channels with the pattern. Integer types get values 0..255 (gradient,
/// checkerboard, noise); floats get 0..1; `index` is the cell's linear index, wrapping at the type's range; `impulse`
/// is the largest of those values in the centre cell and 0 elsewhere. Noise is the same for the same seed on every
/// machine.
[[nodiscard]] HostBuffer generate(const InputSpec& spec, ElementType type, uint32_t channels);

/// Loads or generates `spec` as a buffer of `type` and `channels`. Images become grey (Rec. 601 weights, rounded) for
/// one channel, and are scaled to 0..1 for floating types.
[[nodiscard]] Result<HostBuffer> make_input(const InputSpec& spec, ElementType type, uint32_t channels);

} // namespace warpscope::input
