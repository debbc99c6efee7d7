#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Limits the argument that passes a painting to a restarted program.
inline constexpr size_t max_painted_runs = 4096;
inline constexpr uint32_t max_painted_channels = 4;

/// Unused channels are 0.
using CellValue = std::array<double, max_painted_channels>;

struct PaintedRun {
    uint64_t first = 0, count = 1;
    CellValue value{};

    friend bool operator==(const PaintedRun&, const PaintedRun&) = default;
};

struct Painting {
    std::string buffer; // "": the main input
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    std::vector<PaintedRun> runs; // ascending and disjoint

    friend bool operator==(const Painting&, const Painting&) = default;
};

[[nodiscard]] Message refusal_to_paint(ElementType type, uint32_t channels);

struct ValueRange {
    double low = 0, high = 0;
    bool integer = false;

    [[nodiscard]] double nearest(double value) const;
};
[[nodiscard]] ValueRange range_of(ElementType type);

/// Converts like image values: 255 becomes 1.0, and gray is Rec. 601.
[[nodiscard]] CellValue converted_value(const CellValue& value, const Painting& from, ElementType type,
                                        uint32_t channels);

/// Skips cells beyond the buffer's end.
[[nodiscard]] HostBuffer paint(const HostBuffer& buffer, const Painting& painting);

class Paintings {
public:
    [[nodiscard]] bool empty() const { return all_ == nullptr; }
    [[nodiscard]] std::span<const Painting> all() const;
    [[nodiscard]] const Painting* find(std::string_view buffer) const;
    [[nodiscard]] uint64_t cells() const;

    /// Adds `cells`, which must ascend. `like` provides the buffer, and the type and channels of `value`. Returns
    /// nullopt if this needs more than max_painted_runs runs.
    [[nodiscard]] std::optional<Paintings> with(const Painting& like, std::span<const uint64_t> cells,
                                                const CellValue& value) const;
    void set(Painting painting);

    friend bool operator==(const Paintings& a, const Paintings& b) {
        return a.all_ == b.all_ || (a.all_ && b.all_ && *a.all_ == *b.all_);
    }

private:
    std::shared_ptr<const std::vector<Painting>> all_;
};

/// Returns "u8x3:120+5=255/0/0:130=9/9/9"; begins with "BUFFER=" for other inputs than the main one.
[[nodiscard]] std::string painting_text(const Painting& painting);
[[nodiscard]] std::optional<Painting> parse_painting(std::string_view text);

} // namespace warpscope::input
