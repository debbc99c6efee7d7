// A WebM file with one track of VP9: header, index, clusters of frames (RFC 8794, RFC 9559).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::exporting {

class WebmContainer {
public:
    /// Frames in order of time. A key frame begins a cluster, as the first has to.
    void add(std::string_view frame, uint64_t milliseconds, bool key);
    /// The whole file; the last frame is shown until `end`.
    [[nodiscard]] std::string file(uint32_t width, uint32_t height, uint64_t end_milliseconds) const;

private:
    struct Cluster {
        uint64_t milliseconds = 0;
        std::string blocks;
    };
    std::vector<Cluster> clusters_;
};

} // namespace warpscope::exporting
