// Input data: images, patterns, raw values. Loading is slow, so call it on a worker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"
#include "input/painting.hpp"

namespace warpscope::input {

inline constexpr uint32_t max_side = 16384;        // images, and patterns in two or three dimensions
inline constexpr uint64_t max_cells = 64ull << 20; // images and patterns

enum class Pattern { gradient, checkerboard, noise, index, impulse };

[[nodiscard]] std::string_view name_of(Pattern pattern);

struct InputSpec {
    std::string file; // if set, pattern, shape and seed are unused
    Pattern pattern = Pattern::gradient;
    Shape shape{256, 256, 1};
    uint64_t seed = 1;
    Paintings painting = {};

    [[nodiscard]] bool is_file() const { return !file.empty(); }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] InputSpec without_painting() const;
    friend bool operator==(const InputSpec&, const InputSpec&) = default;
};

/// Parses "PATTERN:WxH[xD][,seed=N]", "index:1000" or a path, and an optional ",paint=" with painting_text(). Unknown
/// patterns are usage errors.
[[nodiscard]] Result<InputSpec> parse_spec(std::string_view text);

struct ImageInfo {
    uint32_t width = 0, height = 0, channels = 0;
    std::string format;
};

/// Checks an image's format and limits.
[[nodiscard]] Result<ImageInfo> probe_image(const std::filesystem::path& file);

/// Returns interleaved RGB without alpha. Checks like probe_image().
[[nodiscard]] Result<HostBuffer> load_image(const std::filesystem::path& file);

/// Makes integers from 0 to 255 (s8: 127) or floats from 0 to 1. Pattern::index makes linear indices modulo the type's
/// range. Noise is equal on all machines.
[[nodiscard]] HostBuffer generate(const InputSpec& spec, ElementType type, uint32_t channels);

/// Loads or generates the main input. Converts images to gray (Rec. 601, rounded) for one channel, and to [0, 1] for
/// floats.
[[nodiscard]] Result<HostBuffer> make_input(const InputSpec& spec, ElementType type, uint32_t channels);

} // namespace warpscope::input
