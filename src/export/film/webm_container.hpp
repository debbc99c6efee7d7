// WebM container of a VP9 track: header, index, clusters (RFC 8794, RFC 9559).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::exporting {

class WebmContainer {
public:
    /// A key frame starts a cluster, and must come first.
    void add(std::string_view frame, uint64_t milliseconds, bool key);
    /// The last frame ends at `end_milliseconds`.
    [[nodiscard]] std::string file(uint32_t width, uint32_t height, uint64_t end_milliseconds) const;

private:
    struct Cluster {
        uint64_t milliseconds = 0;
        std::string blocks;
    };
    std::vector<Cluster> clusters_;
};

} // namespace warpscope::exporting
