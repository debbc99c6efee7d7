#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::ptx {

enum class Type : uint8_t {
    none,
    pred,
    b8,
    b16,
    b32,
    b64,
    b128,
    u8,
    u16,
    u32,
    u64,
    s8,
    s16,
    s32,
    s64,
    f16,
    f16x2,
    bf16,
    bf16x2,
    u16x2,
    s16x2,
    e4m3x2,
    e5m2x2, // like e4m3x2, a pair of 8-bit floats
    tf32,
    f32,
    f64,
    f32x2,
};

[[nodiscard]] uint32_t size_of(Type type); // bytes; pred is 1

enum class Space : uint8_t { generic, reg, const_, global, local, param, shared };
enum class Rounding : uint8_t { none, rn, rz, rm, rp, rna, rni, rzi, rmi, rpi };
enum class Compare : uint8_t { none, eq, ne, lt, le, gt, ge, lo, ls, hi, hs, equ, neu, ltu, leu, gtu, geu, num, nan };
enum class BoolOp : uint8_t { none, and_, or_, xor_ };
enum class AtomicOp : uint8_t { none, and_, or_, xor_, cas, exch, add, inc, dec, min, max };
enum class Scope : uint8_t { none, cta, cluster, gpu, sys };
enum class Semantics : uint8_t { none, weak, relaxed, acquire, release, acq_rel, sc, volatile_, mmio };
enum class Mode : uint8_t {
    none,
    // shfl
    up,
    down,
    bfly,
    idx,
    // vote, match
    all,
    any,
    uni,
    ballot,
    // prmt
    f4e,
    b4e,
    rc8,
    ecl,
    ecr,
    rc16,
    // bar, barrier
    sync,
    arrive,
    red,
    warp,
    // testp
    finite,
    infinite,
    number,
    notanumber,
    normal,
    subnormal,
    // shf (.l, .r)
    wrap,
    clamp,
    left,
    right,
    // vmad
    shr7,
    shr15,
};

/// `types` are in the order of the suffixes: cvt.rn.f32.s32 has {f32, s32}.
struct Modifiers {
    std::vector<Type> types;
    Space space = Space::generic;
    Space to_space = Space::generic; // target of a copy; `space` is its source
    Rounding rounding = Rounding::none;
    Compare compare = Compare::none;
    BoolOp bool_op = BoolOp::none;
    AtomicOp atomic = AtomicOp::none;
    Scope scope = Scope::none;
    Semantics semantics = Semantics::none;
    Mode mode = Mode::none;
    uint8_t vector = 1; // .v2, .v4, .v8
    bool ftz = false, sat = false, approx = false, full = false, hi = false, lo = false, wide = false, cc = false,
         to = false, uni = false, nc = false, sync = false, aligned = false, noftz = false, shiftamt = false,
         nan = false, xorsign = false, abs = false, relu = false, tail = false, popc = false, satfinite = false,
         po = false,   // vmad: plus one
        wrap = false,  // shf.l.wrap: `mode` holds left or right
        clamp = false; // bmsk.clamp and szext.clamp
    /// Other suffixes, including the operation of cp and mbarrier.
    std::vector<std::string> unknown;

    friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

/// %tid.x is {tid, component 0}.
enum class Special : uint8_t {
    tid,
    ntid,
    ctaid,
    nctaid,
    laneid,
    warpid,
    nwarpid,
    smid,
    nsmid,
    gridid,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    clock,
    clock_hi,
    clock64,
    globaltimer,
    globaltimer_lo,
    globaltimer_hi,
    dynamic_smem_size,
    total_smem_size,
    clusterid,
    nclusterid,
    cluster_ctaid,
    cluster_nctaid,
    cluster_ctarank,
    cluster_nctarank,
    is_explicit_cluster,
    aggr_smem_size,
    reserved_smem_offset_begin,
    reserved_smem_offset_end,
    reserved_smem_offset_cap,
    reserved_smem_offset_0,
    reserved_smem_offset_1,
    current_graph_exec,
    envreg, // `component` is the number
    pm,
    pm_64,
};

} // namespace warpscope::ptx
