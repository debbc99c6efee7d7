// Input data: images, patterns, raw values. Functions may be slow, so call them on a worker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

inline constexpr uint32_t max_side = 16384;        // limit for two and three dimensions
inline constexpr uint64_t max_cells = 64ull << 20; // limit for images and patterns

enum class Pattern { gradient, checkerboard, noise, index, impulse };

[[nodiscard]] std::string_view name_of(Pattern pattern);

struct InputSpec {
    std::string file; // other members are unused with it
    Pattern pattern = Pattern::gradient;
    Shape shape{256, 256, 1};
    uint64_t seed = 1;

    [[nodiscard]] bool is_file() const { return !file.empty(); }
    /// Inverts parse_spec().
    [[nodiscard]] std::string text() const;
    friend bool operator==(const InputSpec&, const InputSpec&) = default;
};

/// Parses "PATTERN:WxH[xD][,seed=N]", "index:1000" or a path. Unknown patterns are usage errors.
[[nodiscard]] Result<InputSpec> parse_spec(std::string_view text);

struct ImageInfo {
    uint32_t width = 0, height = 0, channels = 0;
    std::string format;
};

/// Checks format and limits in the header.
[[nodiscard]] Result<ImageInfo> probe_image(const std::filesystem::path& file);

/// Returns interleaved RGB without alpha, after the checks of probe_image().
[[nodiscard]] Result<HostBuffer> load_image(const std::filesystem::path& file);

/// Integers are 0 to 255 and floats 0 to 1, but `index` is the linear index modulo the type's range. Noise is the same
/// on every machine.
[[nodiscard]] HostBuffer generate(const InputSpec& spec, ElementType type, uint32_t channels);

/// Converts images to gray (Rec. 601, rounded) for one channel, and to 0 to 1 for floating types.
[[nodiscard]] Result<HostBuffer> make_input(const InputSpec& spec, ElementType type, uint32_t channels);

} // namespace warpscope::input
