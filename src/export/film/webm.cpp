#include "export/film/webm.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

#include "export/file.hpp"
#include "export/film/webm_container.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

/// Maximum duration of a cluster. Times in a cluster have 16 bits, and players seek to cluster starts.
constexpr uint64_t longest_cluster = 5'000; // milliseconds

uint8_t as_byte(double value) { return static_cast<uint8_t>(std::clamp(std::lround(value), 0L, 255L)); }

/// Converts to BT.601 YUV 4:2:0.
void convert(const FilmFrame& frame, vpx_image_t& to) {
    const auto at = [&](uint32_t x, uint32_t y, size_t k) {
        const size_t pixel = size_t{std::min(y, frame.height - 1)} * frame.width + std::min(x, frame.width - 1);
        return static_cast<double>(frame.rgba[4 * pixel + k]);
    };
    for (uint32_t y = 0; y < frame.height; ++y) {
        uint8_t* const row = to.planes[VPX_PLANE_Y] + static_cast<ptrdiff_t>(y) * to.stride[VPX_PLANE_Y];
        for (uint32_t x = 0; x < frame.width; ++x)
            row[x] = as_byte(16 + 0.2568 * at(x, y, 0) + 0.5041 * at(x, y, 1) + 0.0979 * at(x, y, 2));
    }
    for (uint32_t y = 0; y < frame.height; y += 2) {
        uint8_t* const u = to.planes[VPX_PLANE_U] + static_cast<ptrdiff_t>(y / 2) * to.stride[VPX_PLANE_U];
        uint8_t* const v = to.planes[VPX_PLANE_V] + static_cast<ptrdiff_t>(y / 2) * to.stride[VPX_PLANE_V];
        for (uint32_t x = 0; x < frame.width; x += 2) {
            double mean[3];
            for (size_t k = 0; k < 3; ++k)
                mean[k] = (at(x, y, k) + at(x + 1, y, k) + at(x, y + 1, k) + at(x + 1, y + 1, k)) / 4;
            u[x / 2] = as_byte(128 - 0.1482 * mean[0] - 0.2910 * mean[1] + 0.4392 * mean[2]);
            v[x / 2] = as_byte(128 + 0.4392 * mean[0] - 0.3678 * mean[1] - 0.0714 * mean[2]);
        }
    }
}

class Webm final : public FilmFile {
public:
    explicit Webm(std::filesystem::path file)
        : file_(std::move(file)) {}
    ~Webm() override {
        if (image_.img_data != nullptr) vpx_img_free(&image_);
        if (begun_) vpx_codec_destroy(&codec_);
    }
    Webm(const Webm&) = delete;
    Webm& operator=(const Webm&) = delete;

    Result<void> add(const FilmFrame& frame) override {
        if (!begun_)
            if (auto made = begin(frame); !made) return made;
        convert(frame, image_);
        const auto now = static_cast<uint64_t>(std::llround(1000 * seconds_));
        seconds_ += frame.seconds;
        const uint64_t next = std::max(static_cast<uint64_t>(std::llround(1000 * seconds_)), now + 1);
        const bool key = now >= cluster_ + longest_cluster;
        if (vpx_codec_encode(&codec_, &image_, static_cast<vpx_codec_pts_t>(now), next - now,
                             key ? VPX_EFLAG_FORCE_KF : 0, VPX_DL_GOOD_QUALITY) != VPX_CODEC_OK)
            return failed();
        take_packets();
        return {};
    }

    Result<void> finish() override {
        if (!begun_) return fail(ErrorKind::usage, msg("The film has no frames."));
        if (vpx_codec_encode(&codec_, nullptr, 0, 0, 0, VPX_DL_GOOD_QUALITY) != VPX_CODEC_OK) return failed();
        take_packets();
        return write_file(
            file_, container_.file(image_.d_w, image_.d_h, static_cast<uint64_t>(std::llround(1000 * seconds_))));
    }

private:
    Result<void> begin(const FilmFrame& first) {
        vpx_codec_enc_cfg_t settings{};
        if (vpx_codec_enc_config_default(vpx_codec_vp9_cx(), &settings, 0) != VPX_CODEC_OK) return failed();
        settings.g_w = first.width;
        settings.g_h = first.height;
        settings.g_timebase = {1, 1000};
        settings.g_lag_in_frames = 0; // otherwise packets lose their frame's time
        settings.g_threads = 2;
        settings.rc_end_usage = VPX_Q;
        settings.kf_mode = VPX_KF_AUTO;
        if (vpx_codec_enc_init(&codec_, vpx_codec_vp9_cx(), &settings, 0) != VPX_CODEC_OK) return failed();
        begun_ = true;
        constexpr int quality = 20, effort = 4; // quality 0 (best) to 63; effort 0 (most) to 8
        if (vpx_codec_control(&codec_, VP8E_SET_CQ_LEVEL, quality) != VPX_CODEC_OK ||
            vpx_codec_control(&codec_, VP8E_SET_CPUUSED, effort) != VPX_CODEC_OK ||
            vpx_img_alloc(&image_, VPX_IMG_FMT_I420, first.width, first.height, 16) == nullptr)
            return failed();
        return {};
    }

    void take_packets() {
        vpx_codec_iter_t next = nullptr;
        while (const vpx_codec_cx_pkt_t* const packet = vpx_codec_get_cx_data(&codec_, &next)) {
            if (packet->kind != VPX_CODEC_CX_FRAME_PKT) continue;
            const auto& frame = packet->data.frame;
            const bool key = (frame.flags & VPX_FRAME_IS_KEY) != 0;
            if (key) cluster_ = static_cast<uint64_t>(frame.pts);
            container_.add({static_cast<const char*>(frame.buf), frame.sz}, static_cast<uint64_t>(frame.pts), key);
        }
    }

    [[nodiscard]] tl::unexpected<Diagnostic> failed() {
        const char* const words = begun_ ? vpx_codec_error(&codec_) : nullptr;
        return fail(ErrorKind::environment, msg("Cannot create the WebM '{}': {}.", file_.string(),
                                                words != nullptr ? words : tr("not enough memory")));
    }

    std::filesystem::path file_;
    vpx_codec_ctx_t codec_{};
    vpx_image_t image_{};
    bool begun_ = false;
    double seconds_ = 0;
    uint64_t cluster_ = 0;
    WebmContainer container_;
};

} // namespace

std::unique_ptr<FilmFile> create_webm(const std::filesystem::path& file) { return std::make_unique<Webm>(file); }

} // namespace warpscope::exporting
