#pragma once

#include <memory>
#include <vector>

#include "insight/contents.hpp"
#include "insight/value_difference.hpp"

namespace warpscope::insight {

struct ValueLimits {
    double low = 0, high = 1;
};

/// Bins of equal width, half-open except for the last. Bins of integers begin at integers.
struct ValueHistogram {
    ValueLimits limits;
    double bin_width = 1;
    bool is_integer = false;
    std::vector<uint64_t> bins; // never empty
    uint64_t largest = 0;
    uint64_t below = 0, above = 0;
    uint64_t nan = 0;

    /// Returns a bar's height, 0 to 1.
    [[nodiscard]] double height_of(size_t bin, bool logarithmic) const;
    /// Returns the bin's smallest value and its upper bound; for integers, its smallest and largest.
    [[nodiscard]] ValueLimits range_of(size_t bin) const;
};

struct CellRange {
    uint64_t first = 0, count = 0;
};

/// Counts the elements of all channels, without padding. Requires contents in `buffer`, `cells` inside the buffer, and
/// finite `limits`.
[[nodiscard]] ValueHistogram count_values(const HostBuffer& buffer, CellRange cells, ValueLimits limits);

/// Caches the histogram with the run. Call it on a worker. `content` must have values.
[[nodiscard]] std::shared_ptr<const ValueHistogram> make_histogram(const session::RunResult& run,
                                                                   const Content& content, ValueLimits limits);
[[nodiscard]] std::shared_ptr<const ValueHistogram> histogram(const session::RunResult& run, const Content& content,
                                                              ValueLimits limits);

/// Caches the histogram with `difference`. `content` may be a slice.
[[nodiscard]] std::shared_ptr<const ValueHistogram> make_histogram(const ValueDifference& difference,
                                                                   const Content& content);
[[nodiscard]] std::shared_ptr<const ValueHistogram> histogram(const ValueDifference& difference,
                                                              const Content& content);

} // namespace warpscope::insight
