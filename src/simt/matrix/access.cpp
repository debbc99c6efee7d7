#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "simt/code/decoded.hpp"
#include "simt/code/matrix.hpp"
#include "simt/divergence/warp_collective.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t tile = 8;
constexpr uint32_t row_bytes = 2 * tile;
using Tile = uint16_t[tile][tile];

const Inst* require_whole_warp(Warp& warp, const Inst* i, std::byte* /*frame*/) {
    if (warp.exec == all_lanes) [[likely]]
        return i + 2;
    const auto lane = static_cast<uint32_t>(std::countr_zero(warp.exec));
    record_plain_finding(warp, i, lane, FindingKind::barrier_divergence,
                         msg("only {} of a warp's 32 threads execute this matrix instruction: without all of "
                             "them its result is undefined",
                             std::popcount(warp.exec)));
    return i + 2;
}

const Inst* form_matrix_addresses(Warp& warp, const Inst* i, std::byte* frame) {
    const MatrixAddresses& of = warp.worker->launch->code->matrix_addresses[i->aux];
    const uint64_t* const base = slot<uint64_t>(frame, i->a);
    const uint32_t* const stride = slot<uint32_t>(frame, i->c);
    uint64_t* const to = slot<uint64_t>(frame, i->d);
    const auto offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    for (uint32_t lane = 0; lane < warp_size; ++lane)
        to[lane] = base[lane] + offset + (uint64_t{of.outer[lane]} * stride[lane] + of.inner[lane]) * of.bytes;
    return i + 1;
}

uint32_t pair_of(const Tile& elements, uint32_t lane, bool transposed) {
    const uint32_t line = lane / lanes_per_line, place = lane % lanes_per_line * 2;
    return transposed ? elements[place][line] | uint32_t{elements[place + 1][line]} << 16
                      : elements[line][place] | uint32_t{elements[line][place + 1]} << 16;
}

const Inst* transpose_tile(Warp& warp, const Inst* i, std::byte* frame) {
    Tile elements;
    std::memcpy(elements, frame + i->a, sizeof(elements)); // the lanes' elements, in order, are the rows
    for_each_lane(warp.exec, [&](uint32_t lane) { slot<uint32_t>(frame, i->d)[lane] = pair_of(elements, lane, true); });
    return i + 1;
}

const Inst* load_rows(Warp& warp, const Inst* i, std::byte* frame) {
    const MemorySite& site = warp.memory_sites[i->aux];
    const uint32_t rows = site.elements * tile;
    const LaneMask mask = warp.exec & (rows == warp_size ? all_lanes : (LaneMask{1} << rows) - 1);
    const uint64_t* const base = slot<uint64_t>(frame, i->a);
    const auto offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    for_each_lane(mask, [&](uint32_t lane) { warp.address[lane] = base[lane] + offset; });
    LaneMask within = mask;
    if (site.space == ptx::Space::generic) {
        within = lanes_in(warp, mask, Window::shared);
        rebase(warp, within, Window::shared);
        // Reports offsets into shared memory that are used as generic addresses.
        LaneMask offsets = 0;
        for_each_lane(mask & ~within, [&](uint32_t lane) {
            if (warp.address[lane] < warp.shared_bytes) offsets |= LaneMask{1} << lane;
        });
        if (offsets != 0) static_cast<void>(admit_global(warp, i, offsets, row_bytes, AccessKind::load, 0));
        within = mask & ~offsets;
    }
    LaneMask admitted = 0;
    if (within != 0) admitted = admit_window(warp, i, within, row_bytes, AccessKind::load, Window::shared);
    if (admitted != 0 && (warp.hooks & wants_shared) != 0)
        report_access(warp, i, ptx::Space::shared, AccessKind::load, row_bytes, admitted,
                      shape_by_lanes(warp, admitted, row_bytes));
    Tile tiles[warp_size / tile]{};
    for_each_lane(admitted, [&](uint32_t lane) {
        std::memcpy(tiles[lane / tile][lane % tile], warp.shared + warp.address[lane], row_bytes);
    });
    for (uint32_t k = 0; k < site.elements; ++k)
        for_each_lane(warp.exec, [&](uint32_t lane) {
            slot<uint32_t>(frame, site.values[k])[lane] = pair_of(tiles[k], lane, i->c != 0);
        });
    return i + 1;
}

} // namespace

Handler matrix_sync() { return synced<require_whole_warp>; }
Handler matrix_addresses() { return form_matrix_addresses; }
Handler matrix_transpose() { return transpose_tile; }
Handler matrix_load_rows() { return load_rows; }

} // namespace warpscope::simt
