// Observers see texture fetches as loads from global memory.
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "simt/code/texture_fetch.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/message_parts.hpp"
#include "simt/ops/texture_lanes.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

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
        if (fetch_.by_texels)
            find_corners(texture_, {coordinate<int32_t>(0), coordinate<int32_t>(1), coordinate<int32_t>(2)}, corners_);
        else
            find_corners(texture_, {coordinate<float>(0), coordinate<float>(1), coordinate<float>(2)}, corners_);
        for (uint32_t corner = 0; corner < corners_.count; ++corner) read(mask, corner);
        sample(texture_, corners_, readable_, warp_.global, fetch_.by_texels, mask,
               {value(0), value(1), value(2), value(3)});
    }

private:
    template<class T>
    [[nodiscard]] const T* coordinate(uint32_t axis) const {
        return axis < fetch_.dimensions ? slot<T>(frame_, site_.results[axis]) : nullptr;
    }
    [[nodiscard]] uint32_t* value(uint32_t k) const { return slot<uint32_t>(frame_, site_.values[k]); }

    void read(LaneMask mask, uint32_t corner) {
        LaneMask reading = mask & corners_.inside[corner];
        // Reads a repeated texel only once.
        for (uint32_t axis = 0; corner >> axis != 0; ++axis) {
            if ((corner >> axis & 1) == 0) continue;
            const uint32_t earlier = corner ^ 1u << axis;
            const LaneMask same = reading & corners_.repeated[axis];
            for_each_lane(same,
                          [&](uint32_t lane) { corners_.address[corner][lane] = corners_.address[earlier][lane]; });
            readable_[corner] |= same & readable_[earlier];
            reading &= ~same;
        }
        if (reading == 0) return;
        std::memcpy(warp_.address, corners_.address[corner], sizeof warp_.address);
        const uint32_t bytes = texture_.texel_bytes();
        const LaneMask admitted = admit_global(warp_, i_, reading, bytes, AccessKind::load, texture_.channel_bytes);
        if (admitted != 0 && (warp_.hooks & wants_global) != 0) {
            const AccessShape shape = shape_by_lanes(warp_, admitted, bytes);
            report_access(warp_, i_, ptx::Space::global, AccessKind::load, bytes, admitted, shape,
                          allocation_of(warp_, i_, shape));
        }
        // admit_global() has replaced alias addresses.
        std::memcpy(corners_.address[corner], warp_.address, sizeof warp_.address);
        readable_[corner] |= admitted;
    }

    Warp& warp_;
    const Inst* i_;
    std::byte* frame_;
    const MemorySite& site_;
    const Texture& texture_;
    TextureFetch fetch_;
    TextureCorners corners_;
    LaneMask readable_[max_corners]{};
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
