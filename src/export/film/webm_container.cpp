#include "export/film/webm_container.hpp"

#include <bit>

namespace warpscope::exporting {
namespace {

/// Element ids of the Matroska specification.
enum Element : uint32_t {
    ebml = 0x1A45DFA3,
    ebml_version = 0x4286,
    ebml_read_version = 0x42F7,
    ebml_max_id_length = 0x42F2,
    ebml_max_size_length = 0x42F3,
    doc_type = 0x4282,
    doc_type_version = 0x4287,
    doc_type_read_version = 0x4285,
    segment = 0x18538067,
    info = 0x1549A966,
    timestamp_scale = 0x2AD7B1,
    duration = 0x4489,
    muxing_app = 0x4D80,
    writing_app = 0x5741,
    tracks = 0x1654AE6B,
    track_entry = 0xAE,
    track_number = 0xD7,
    track_uid = 0x73C5,
    track_type = 0x83,
    flag_lacing = 0x9C,
    codec_id = 0x86,
    video = 0xE0,
    pixel_width = 0xB0,
    pixel_height = 0xBA,
    cues = 0x1C53BB6B,
    cue_point = 0xBB,
    cue_time = 0xB3,
    cue_track_positions = 0xB7,
    cue_track = 0xF7,
    cue_cluster_position = 0xF1,
    cluster = 0x1F43B675,
    timestamp = 0xE7,
    simple_block = 0xA3,
};

std::string big_endian(uint64_t number, int bytes) {
    std::string out;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xff);
    return out;
}

/// Returns an element with a size field of eight bytes.
std::string element(Element id, std::string_view content) {
    int bytes = 1;
    while (bytes < 4 && id >> (8 * bytes) != 0) ++bytes;
    std::string out = big_endian(id, bytes);
    out += big_endian(uint64_t{1} << 56 | content.size(), 8);
    return out.append(content);
}
std::string element(Element id, uint64_t number) { return element(id, big_endian(number, 8)); }

std::string header() {
    return element(ebml, element(ebml_version, 1) + element(ebml_read_version, 1) + element(ebml_max_id_length, 4) +
                             element(ebml_max_size_length, 8) + element(doc_type, "webm") +
                             element(doc_type_version, 2) + element(doc_type_read_version, 2));
}

std::string track(uint32_t width, uint32_t height) {
    constexpr uint64_t is_video = 1;
    return element(
        tracks, element(track_entry, element(track_number, 1) + element(track_uid, 1) + element(track_type, is_video) +
                                         element(flag_lacing, uint64_t{0}) + element(codec_id, "V_VP9") +
                                         element(video, element(pixel_width, width) + element(pixel_height, height))));
}

} // namespace

void WebmContainer::add(std::string_view frame, uint64_t milliseconds, bool key) {
    if (key || clusters_.empty()) clusters_.push_back({milliseconds, {}});
    Cluster& last = clusters_.back();
    constexpr char first_track = '\x81', key_flag = '\x80';
    std::string block{first_track};
    block += big_endian(milliseconds - last.milliseconds, 2);
    block += key ? key_flag : '\0';
    last.blocks += element(simple_block, block.append(frame));
}

std::string WebmContainer::file(uint32_t width, uint32_t height, uint64_t end_milliseconds) const {
    constexpr uint64_t nanoseconds = 1'000'000;
    const auto length = std::bit_cast<uint64_t>(static_cast<double>(end_milliseconds));
    const std::string head = element(info, element(timestamp_scale, nanoseconds) + element(duration, length) +
                                               element(muxing_app, "Warpscope") + element(writing_app, "Warpscope")) +
                             track(width, height);
    std::string all;
    std::vector<uint64_t> places;
    for (const Cluster& one : clusters_) {
        places.push_back(all.size());
        all += element(cluster, element(timestamp, one.milliseconds) + one.blocks);
    }
    // Writes the index first, so that players need not seek.
    const auto index = [&](uint64_t first) {
        std::string points;
        for (size_t k = 0; k < clusters_.size(); ++k)
            points += element(cue_point,
                              element(cue_time, clusters_[k].milliseconds) +
                                  element(cue_track_positions,
                                          element(cue_track, 1) + element(cue_cluster_position, first + places[k])));
        return element(cues, points);
    };
    const uint64_t first = head.size() + index(0).size();
    return header() + element(segment, head + index(first) + all);
}

} // namespace warpscope::exporting
