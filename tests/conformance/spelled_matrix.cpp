// Kernels of the tensor cores. Each warp has 1 KiB of memory, which holds the matrix.
#include "conformance/spelled_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simt/matrix/fragment.hpp"

namespace warpscope::conformance {
namespace {

using ptx::Opcode;

constexpr uint32_t warp_room = 1024; // bytes

/// Loads factors that include infinities and NaNs. In every second block, clears a bit so that factors are below two.
void feed_factors(KernelText& k) {
    k.feed(k.others());
    k.write("and.b32 %t3, %x1, 1; setp.eq.u32 %p9, %t3, 0; selp.b32 %t3, -1, 0xbfffbfff, %p9;");
    for (const std::string& name : k.others()) k.write(fmt::format("and.b32 {0}, {0}, %t3;", name));
}

/// Returns the stride of rows or columns. The stride leaves a gap after each row or column if the warp's memory is
/// large enough.
uint32_t stride_of(const KernelText& k) {
    simt::MatrixShape shape;
    for (const std::string_view name : {"m16n16k16", "m32n8k16", "m8n32k16", "m16n16k8"})
        if (k.has(name)) shape = *simt::shape_from_name(name);
    const uint32_t rows = k.has("b") ? shape.depth : shape.rows;
    const uint32_t columns = k.has("a") ? shape.depth : shape.columns;
    const uint32_t together = k.has("row") ? columns : rows, others = k.has("row") ? rows : columns;
    const uint32_t bytes = ptx::size_of(k.type()), wide = together + 16 / bytes;
    return ((others - 1) * wide + together) * bytes <= warp_room ? wide : together;
}

/// Sets %rd2 to the start of the warp's memory. If `rows`, sets each lane's %rd2 to a row of a tile there.
void point_at_matrix(KernelText& k, const std::string& space, bool rows) {
    k.write("bar.warp.sync -1; and.b32 %t1, %x0, 31; mul.wide.u32 %s9, %t1, 32; sub.u64 %rd2, %ptr, %s9;");
    if (rows) k.write("mad.wide.u32 %rd2, %t1, 16, %rd2;");
    if (rows && k.space().empty()) k.write(fmt::format("cvta{}.u64 %rd2, %rd2;", space));
}

} // namespace

Form matrix(KernelText k, Opcode opcode) {
    const bool rows = opcode == Opcode::ldmatrix, stores = k.has("store");
    if (!rows && !stores && !k.has("load")) {
        feed_factors(k);
        k.run();
        return k.gathered(k.first());
    }
    const std::string space = rows && k.space().empty() ? ".shared" : k.space();
    if (stores) {
        std::vector<std::string> values = k.others();
        std::erase_if(values, [](const std::string& name) { return name.starts_with("%rd") || name == "%r40"; });
        k.feed(values);
    } else {
        k.inputs_of(8);
    }
    k.write(place_in(space));
    for (uint32_t word = 0; word < 4; ++word) {
        if (stores)
            k.write(fmt::format("st{}.b64 [%ptr+{}], 0x5a5a5a5a5a5a5a5a;", space, word * 8));
        else
            k.write(fmt::format("{} st{}.b64 [%ptr+{}], {};", word == 3 ? "xor.b64 %s0, %a, %c;" : "", space, word * 8,
                                word == 3   ? "%s0"
                                : word == 2 ? "%c"
                                : word == 1 ? "%b"
                                            : "%a"));
    }
    if (!rows) k.write(fmt::format("mov.b32 %r40, {};", stride_of(k)));
    point_at_matrix(k, space, rows);
    k.run();
    if (!stores) return k.gathered(k.first());
    k.write("bar.warp.sync -1;");
    return k.gathered(read_back(k, 4));
}

} // namespace warpscope::conformance
