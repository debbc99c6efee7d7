#include "interop/shades.hpp"

#include <algorithm>
#include <array>
#include <mutex>

namespace warpscope::interop {
namespace {

std::string load(ElementType type) {
    switch (type) {
    case ElementType::u8: return "    ld.global.u8 %word, [%at];\n    cvt.rn.f64.u32 %value, %word;\n";
    case ElementType::s8: return "    ld.global.s8 %word, [%at];\n    cvt.rn.f64.s32 %value, %word;\n";
    case ElementType::u16: return "    ld.global.u16 %word, [%at];\n    cvt.rn.f64.u32 %value, %word;\n";
    case ElementType::s16: return "    ld.global.s16 %word, [%at];\n    cvt.rn.f64.s32 %value, %word;\n";
    case ElementType::u32: return "    ld.global.u32 %word, [%at];\n    cvt.rn.f64.u32 %value, %word;\n";
    case ElementType::s32: return "    ld.global.s32 %word, [%at];\n    cvt.rn.f64.s32 %value, %word;\n";
    case ElementType::u64: return "    ld.global.u64 %wide, [%at];\n    cvt.rn.f64.u64 %value, %wide;\n";
    case ElementType::s64: return "    ld.global.s64 %wide, [%at];\n    cvt.rn.f64.s64 %value, %wide;\n";
    case ElementType::f16:
        return "    ld.global.b16 %half, [%at];\n    cvt.f32.f16 %single, %half;\n    cvt.f64.f32 %value, %single;\n";
    case ElementType::bf16:
        return "    ld.global.u16 %word, [%at];\n    shl.b32 %word, %word, 16;\n    mov.b32 %single, %word;\n"
               "    cvt.f64.f32 %value, %single;\n";
    case ElementType::f32: return "    ld.global.f32 %single, [%at];\n    cvt.f64.f32 %value, %single;\n";
    case ElementType::f64: break;
    }
    return "    ld.global.f64 %value, [%at];\n";
}

constexpr const char* shade_registers = R"({
    .reg .b16 %half;
    .reg .b32 %word, %a, %b, %c;
    .reg .b64 %source, %range, %target, %elements, %i, %step, %at, %wide, %key, %mask, %known;
    .reg .f32 %single;
    .reg .f64 %value, %size, %low, %high, %span, %whole, %rest, %times;
    .reg .pred %p, %q, %quick;
)";

constexpr const char* loop_start = R"(    ld.param.u64 %source, [source];
    ld.param.u64 %range, [range];
    ld.param.u64 %elements, [elements];
    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %c, %tid.x;
    mad.wide.u32 %i, %a, %b, 0;
    cvt.u64.u32 %step, %c;
    add.u64 %i, %i, %step;
    mov.u32 %a, %nctaid.x;
    mul.wide.u32 %step, %a, %b;
)";

std::string loop_head(ElementType type) {
    return "NEXT:\n    setp.ge.u64 %p, %i, %elements;\n    @%p bra END;\n    mad.lo.u64 %at, %i, " +
           std::to_string(size_of(type)) + ", %source;\n" + load(type);
}

constexpr const char* loop_end = "    add.u64 %i, %i, %step;\n    bra NEXT;\nEND:\n";

// Converts doubles to integers of the same order (key_of), and back (value_of).
constexpr const char* key_of = R"(    shr.s64 %mask, %key, 63;
    or.b64 %mask, %mask, 0x8000000000000000;
    xor.b64 %key, %key, %mask;
)";
constexpr const char* value_of = R"(    shr.s64 %mask, %key, 63;
    not.b64 %mask, %mask;
    or.b64 %mask, %mask, 0x8000000000000000;
    xor.b64 %key, %key, %mask;
)";

std::string range_kernel(ElementType type) {
    return std::string(
               "\n.visible .entry ws_find_range(.param .u64 range, .param .u64 source, .param .u64 elements)\n") +
           shade_registers + loop_start +
           "    mov.f64 %low, 0d7ff0000000000000;\n    mov.f64 %high, 0dfff0000000000000;\n" + loop_head(type) +
           R"(    abs.f64 %size, %value;
    setp.lt.f64 %q, %size, 0d7ff0000000000000;
    @%q min.f64 %low, %low, %value;
    @%q max.f64 %high, %high, %value;
)" + loop_end +
           "    setp.gt.f64 %p, %low, %high;\n    @%p ret;\n    mov.b64 %key, %low;\n" + key_of +
           // Reads the range first, because most threads cannot extend it.
           R"(    ld.volatile.global.u64 %known, [%range];
    setp.lt.u64 %p, %key, %known;
    @%p red.global.min.u64 [%range], %key;
    mov.b64 %key, %high;
)" + key_of +
           R"(    ld.volatile.global.u64 %known, [%range+8];
    setp.gt.u64 %p, %key, %known;
    @%p red.global.max.u64 [%range+8], %key;
    ret;
}
)";
}

std::string known_range(ElementType type) {
    std::string text = std::string("    ld.global.u64 %key, [%range];\n    ld.global.u64 %known, [%range+8];\n") +
                       "    setp.gt.u64 %q, %key, %known;\n" + value_of + "    mov.b64 %low, %key;\n" +
                       "    mov.u64 %key, %known;\n" + value_of + "    mov.b64 %high, %key;\n";
    if (is_floating(type))
        text += R"(    setp.ge.f64 %p, %low, 0d0000000000000000;
    setp.le.and.f64 %p, %high, 0d3ff0000000000000, %p;
    or.pred %q, %q, %p;
)";
    // %q: the range is 0 to 1, because all values are within it or no value is finite.
    return text + R"(    setp.eq.f64 %p, %low, %high;
    @%p add.f64 %high, %low, 0d3ff0000000000000;
    @%q mov.f64 %low, 0d0000000000000000;
    @%q mov.f64 %high, 0d3ff0000000000000;
    sub.f64 %span, %high, %low;
)";
}

std::string shade_kernel(ElementType type) {
    return std::string("\n.visible .entry ws_to_shades(.param .u64 target, .param .u64 source, .param .u64 range,\n") +
           "    .param .u64 elements)\n" + shade_registers + loop_start + "    ld.param.u64 %target, [target];\n" +
           known_range(type) +
           // Divides only near boundaries and for non-finite values, because division is slow.
           R"(    div.rn.f64 %times, 0d406fe00000000000, %span;
    setp.lt.f64 %quick, %times, 0d7ff0000000000000;
)" + loop_head(type) +
           // Midpoints are rounded up.
           R"(    sub.f64 %value, %value, %low;
    abs.f64 %size, %value;
    setp.lt.and.f64 %q, %size, 0d7ff0000000000000, %quick;
    @!%q bra EXACT;
    mul.f64 %size, %value, %times;
    max.f64 %size, %size, 0d0000000000000000;
    min.f64 %size, %size, 0d406fe00000000000;
    cvt.rzi.f64.f64 %whole, %size;
    sub.f64 %rest, %size, %whole;
    sub.f64 %size, %rest, 0d3fe0000000000000;
    setp.ge.f64 %p, %size, 0d0000000000000000;
    @%p add.f64 %whole, %whole, 0d3ff0000000000000;
    abs.f64 %size, %size;
    setp.gt.f64 %p, %size, 0d3eb0000000000000;
    @%p bra STORE;
EXACT:
    div.rn.f64 %value, %value, %span;
    abs.f64 %size, %value;
    setp.lt.f64 %q, %size, 0d7ff0000000000000;
    max.f64 %value, %value, 0d0000000000000000;
    min.f64 %value, %value, 0d3ff0000000000000;
    mul.f64 %value, %value, 0d406fe00000000000;
    cvt.rzi.f64.f64 %whole, %value;
    sub.f64 %rest, %value, %whole;
    setp.ge.f64 %p, %rest, 0d3fe0000000000000;
    @%p add.f64 %whole, %whole, 0d3ff0000000000000;
STORE:
    cvt.rzi.u32.f64 %word, %whole;
    selp.b32 %word, %word, 0, %q;
    add.u64 %at, %target, %i;
    st.global.u8 [%at], %word;
)" + loop_end +
           "    ret;\n}\n";
}

} // namespace

const std::string& shades_ptx(ElementType type) {
    static std::mutex mutex;
    static std::array<std::string, static_cast<size_t>(ElementType::bf16) + 1> texts;
    const std::lock_guard lock(mutex);
    std::string& text = texts[static_cast<size_t>(type)];
    if (text.empty())
        text = ".version 6.4\n.target sm_50\n.address_size 64\n" + range_kernel(type) + shade_kernel(type);
    return text;
}

LaunchConfig shades_launch(uint64_t elements) {
    constexpr uint64_t threads = 256, max_blocks = 1024;
    const uint64_t blocks = std::clamp<uint64_t>((elements + threads - 1) / threads, 1, max_blocks);
    return {{static_cast<uint32_t>(blocks), 1, 1}, {threads, 1, 1}, 0};
}

} // namespace warpscope::interop
