// Observers see texture fetches as loads from global memory.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "simt/code/texture_fetch.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/message_parts.hpp"
#include "simt/ops/texture_sampling.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t max_texels = 8;

Message fetch_error(const TextureTable& textures, uint64_t handle, const Texture* texture, const TextureFetch& fetch) {
    if (texture == nullptr && textures.was_removed(handle))
        return msg("fetch from a texture object that has been destroyed");
    if (texture == nullptr) return msg("fetch from {}, which is not a texture object", hex_text(handle));
    const bool of_run = texture->resource == TextureResource::linear;
    const bool by_fetch = fetch.by_texels && fetch.dimensions == 1;
    if (of_run && !by_fetch) return msg("fetch from a texture over linear memory, which only tex1Dfetch reads");
    if (by_fetch && !of_run) return msg("tex1Dfetch from an array: it reads textures over linear memory only");
    if (fetch.dimensions != texture->dimensions)
        return msg_count(fetch.dimensions, "fetch of {} dimension from a texture of {}",
                         "fetch of {} dimensions from a texture of {}", fetch.dimensions, texture->dimensions);
    if (fetch.wants_floats != texture->gives_floats())
        return texture->gives_floats() ? msg("fetch of integers from a texture that gives floating-point numbers")
                                       : msg("fetch of floating-point numbers from a texture that gives integers: its "
                                             "read mode is that of the "
                                             "element's type");
    return {};
}

class Request {
public:
    Request(Warp& warp, const Inst* i, std::byte* frame, const Texture& texture)
        : warp_(warp)
        , i_(i)
        , frame_(frame)
        , site_(warp.memory_sites[i->aux])
        , texture_(texture)
        , fetch_(unpacked(i->b)) {}

    void run(LaneMask mask) {
        for_each_lane(mask, [&](uint32_t lane) { prints_[lane] = place(lane); });
        const uint32_t texels = prints_[static_cast<uint32_t>(std::countr_zero(mask))].count;
        for (uint32_t k = 0; k < texels; ++k) read(mask, k);
        for_each_lane(mask, [&](uint32_t lane) {
            const TextureValue value = texture_value(texture_, prints_[lane], bytes_[lane], fetch_.by_texels);
            for (uint32_t k = 0; k < value.size(); ++k) slot<uint32_t>(frame_, site_.values[k])[lane] = value[k];
        });
    }

private:
    [[nodiscard]] TextureFootprint place(uint32_t lane) const {
        std::array<float, 3> points{};
        std::array<int32_t, 3> texels{};
        for (uint32_t axis = 0; axis < fetch_.dimensions; ++axis)
            if (fetch_.by_texels)
                texels[axis] = slot<int32_t>(frame_, site_.results[axis])[lane];
            else
                points[axis] = slot<float>(frame_, site_.results[axis])[lane];
        return fetch_.by_texels ? footprint(texture_, texels) : footprint(texture_, points);
    }

    [[nodiscard]] static uint32_t first_like(const TextureFootprint& print, uint32_t k) {
        uint32_t earlier = 0;
        while (earlier < k && (print.texels[earlier].outside || print.texels[earlier].at != print.texels[k].at))
            ++earlier;
        return earlier;
    }

    void read(LaneMask mask, uint32_t k) {
        LaneMask reading = 0;
        for_each_lane(mask, [&](uint32_t lane) {
            const TextureFootprint& print = prints_[lane];
            if (print.texels[k].outside) return;
            if (const uint32_t like = first_like(print, k); like < k) {
                bytes_[lane][k] = bytes_[lane][like];
                return;
            }
            warp_.address[lane] = address_of(texture_, print.texels[k].at);
            reading |= LaneMask{1} << lane;
        });
        if (reading == 0) return;
        const uint32_t bytes = texture_.texel_bytes();
        const LaneMask admitted = admit_global(warp_, i_, reading, bytes, AccessKind::load, texture_.channel_bytes);
        if (admitted != 0 && (warp_.hooks & wants_global) != 0) {
            const AccessShape shape = shape_by_lanes(warp_, admitted, bytes);
            report_access(warp_, i_, ptx::Space::global, AccessKind::load, bytes, admitted, shape,
                          allocation_of(warp_, i_, shape));
        }
        for_each_lane(admitted, [&](uint32_t lane) { bytes_[lane][k] = warp_.global + warp_.address[lane]; });
    }

    Warp& warp_;
    const Inst* i_;
    std::byte* frame_;
    const MemorySite& site_;
    const Texture& texture_;
    TextureFetch fetch_;
    std::array<TextureFootprint, warp_size> prints_;
    std::array<std::array<const std::byte*, max_texels>, warp_size> bytes_{};
};

void refuse(Warp& warp, const Inst* i, std::byte* frame, LaneMask mask, uint64_t handle, const Message& why) {
    for_each_lane(mask, [&](uint32_t lane) {
        for (uint32_t k = 0; k < 4; ++k) slot<uint32_t>(frame, warp.memory_sites[i->aux].values[k])[lane] = 0;
        if (finding_is_new(warp, i->pc, FindingKind::invalid_texture))
            record_finding(warp, i, lane, FindingKind::invalid_texture, ptx::Space::global, handle, 0, why);
        else
            count_finding(warp, i->pc, FindingKind::invalid_texture);
    });
}

const Inst* fetch_lanes(Warp& warp, const Inst* i, std::byte* frame) {
    const TextureTable& textures = warp.worker->launch->memory->textures();
    std::array<uint64_t, warp_size> handles{}; // a result may overwrite the handle
    for_each_lane(warp.exec, [&](uint32_t lane) { handles[lane] = slot<uint64_t>(frame, i->a)[lane]; });
    for (LaneMask left = warp.exec; left != 0;) {
        const uint64_t handle = handles[static_cast<uint32_t>(std::countr_zero(left))];
        LaneMask alike = 0;
        for_each_lane(left, [&](uint32_t lane) {
            if (handles[lane] == handle) alike |= LaneMask{1} << lane;
        });
        left &= ~alike;
        const Texture* const texture = textures.find(handle);
        if (const Message why = fetch_error(textures, handle, texture, unpacked(i->b)); !why.empty())
            refuse(warp, i, frame, alike, handle, why);
        else
            Request(warp, i, frame, *texture).run(alike);
    }
    return i + 1;
}

} // namespace

Handler texture_fetch() { return fetch_lanes; }

} // namespace warpscope::simt
