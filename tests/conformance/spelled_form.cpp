#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/spelled_parts.hpp"

namespace warpscope::conformance {
namespace {

using ptx::Opcode;

Form arithmetic(KernelText k, Opcode opcode) {
    k.feed(k.others());
    if ((opcode == Opcode::div || opcode == Opcode::rem) && !k.has("f32") && !k.has("f64")) {
        // Replaces a divisor of 0 by 3, because the result of a division by zero is undefined.
        const std::string& divisor = k.others().back();
        k.write(
            fmt::format("setp.eq.u{0} %p9, {1}, 0; selp.b{0} {1}, 3, {1}, %p9;", register_bytes(divisor) * 8, divisor));
    }
    const bool difference = opcode == Opcode::sub || opcode == Opcode::subc;
    if (opcode == Opcode::addc || opcode == Opcode::subc || opcode == Opcode::madc) {
        // The highest bit of the third input is the incoming carry or borrow.
        k.feed("%r8");
        k.write(difference ? "sub.cc.u32 %r8, %r8, 0x80000000;" : "add.cc.u32 %r8, %r8, %r8;");
    }
    k.run();
    std::vector<std::string> results = k.first();
    if (k.has("cc")) {
        k.write(difference ? "subc.u32 %r9, 0, 0;" : "addc.u32 %r9, 0, 0;");
        results.emplace_back("%r9");
    }
    return k.gathered(results);
}

/// Parameters for a call of `same`, which returns its 16-byte argument.
constexpr std::string_view parameters = ".param .align 16 .b8 value[16]; .param .align 16 .b8 result[16];";

uint32_t words_of(const KernelText& k, size_t elements) {
    return std::max(1u, static_cast<uint32_t>(elements) * ptx::size_of(k.type()) / 8);
}

Form load(KernelText k, Opcode opcode) {
    k.inputs_of(8);
    const uint32_t words = words_of(k, k.first().size());
    if (k.space() == ".param" && k.first().size() == 1) {
        k.run("[%rd2]", "[passed]");
    } else if (k.space() == ".param") {
        k.write(std::string(parameters) + " st.param.v2.b64 [value], {%a, %b}; call.uni (result), same, (value);");
        k.run("[%rd2]", "[result]");
    } else if (opcode == Opcode::ldu || k.has("nc")) {
        // Loads the first input, which the kernel does not write, in pieces of the access size.
        k.write(fmt::format("mul.lo.u32 %t0, %i, {}; and.b32 %t0, %t0, {}; cvt.u64.u32 %s0, %t0;", words * 8,
                            table_size * 8 - 1));
        k.write("ld.param.u64 %ptr, [a]; add.u64 %ptr, %ptr, %s0;");
        k.run("[%rd2]", "[%ptr]");
    } else {
        k.write(place_in(k.space()));
        if (k.space() != ".const")
            for (uint32_t word = 0; word < words; ++word)
                k.write(fmt::format("{} st{}.b64 [%ptr+{}], {};", word == 3 ? "xor.b64 %s0, %a, %c;" : "", k.space(),
                                    word * 8, std::array{"%a", "%b", "%c", "%s0"}[word]));
        k.run("[%rd2]", "[%ptr]");
    }
    return k.gathered(k.first());
}

Form store(KernelText k) {
    // The first operand is the address; the stored values follow.
    const uint32_t words = words_of(k, k.others().size());
    k.feed(k.others());
    if (k.space() == ".param") {
        // Stores each of the 16 bytes only once: first those after the form's bytes, in pieces of doubling size, then
        // the form's bytes. If a store narrower than a register followed a wider store to the same bytes, ptxas would
        // drop the whole wider store.
        k.write(parameters);
        const size_t bytes = k.others().size() * ptx::size_of(k.type());
        for (size_t at = bytes; at < 16; at *= 2)
            k.write(fmt::format("st.param.b{} [value+{}], 0x{:.{}};", at * 8, at, "5a5a5a5a5a5a5a5a", at * 2));
        k.run("[%rd2]", "[value]");
        k.write("call.uni (result), same, (value); ld.param.v2.b64 {%s0, %s1}, [result];");
        return k.gathered({"%s0", "%s1"});
    }
    k.write(place_in(k.space()));
    for (uint32_t word = 0; word < words; ++word)
        k.write(fmt::format("st{}.b64 [%ptr+{}], 0x5a5a5a5a5a5a5a5a;", k.space(), word * 8));
    k.run("[%rd2]", "[%ptr]");
    return k.gathered(read_back(k, words));
}

/// Makes a load or store through the address that the form computes.
Form address(KernelText k) {
    k.inputs_of(8);
    if (k.has("to")) {
        // Converts a generic address, made by cvta without .to, to the space.
        if (k.space() == ".param") {
            k.write("mov.u64 %rd3, passed; cvta.param.u64 %rd2, %rd3;");
        } else {
            k.write(place_in(k.space()));
            k.write(fmt::format("cvta{}.u64 %rd2, %ptr;", k.space()));
            if (k.space() != ".const") k.write(fmt::format("st{}.b64 [%ptr], %a;", k.space()));
        }
        k.run();
        k.write(fmt::format("ld{}.b64 %s0, [%rd1];", k.space()));
        return k.gathered({"%s0"});
    }
    if (k.space() == ".param") {
        k.write("mov.u64 %rd2, passed;");
    } else {
        k.write(place_in(k.space()));
        if (k.space() != ".const") k.write(fmt::format("st{}.b64 [%ptr], %a;", k.space()));
        k.write("mov.u64 %rd2, %ptr;");
    }
    k.run();
    k.write("ld.b64 %s0, [%rd1];");
    return k.gathered({"%s0"});
}

/// Tests one address of each space in turn.
Form space_test(KernelText k) {
    k.write(".shared .align 8 .b8 s[8]; .local .align 8 .b8 l[8]; rem.u32 %t0, %i, 5; mov.u64 %rd2, scratch;");
    const std::array others{"shared", "local", "const", "param"}, names{"s", "l", "constants", "passed"};
    for (size_t which = 0; which < others.size(); ++which)
        k.write(fmt::format("mov.u64 %s0, {}; cvta.{}.u64 %s0, %s0; setp.eq.u32 %p9, %t0, {}; "
                            "selp.b64 %rd2, %s0, %rd2, %p9;",
                            names[which], others[which], which + 1));
    k.run();
    return k.gathered({"%p1"});
}

/// Makes kernels of forms that change no value: the first input passes through memory unchanged.
Form no_effect(KernelText k, Opcode opcode) {
    k.feed("%r9");
    if (opcode == Opcode::nanosleep) k.write("mov.u32 %r1, 20;");
    if (opcode == Opcode::trap || opcode == Opcode::brkpt)
        k.write("setp.eq.u32 %p9, %x2, 0; @%p9"); // never executed: it would end the launch
    if (opcode == Opcode::discard)
        k.write("mov.u64 %rd1, scratch;"); // discarded memory loses its contents
    else if (k.space() == ".local")
        k.write(place_in(".local") + " mov.u64 %rd1, %ptr;");
    else if (opcode == Opcode::prefetch || opcode == Opcode::prefetchu || opcode == Opcode::applypriority)
        k.write("ld.param.u64 %rd1, [a];");
    if (opcode == Opcode::createpolicy) // start and sizes of a range, or cudaAccessPropertyNormal
        k.write(k.has("cvt")
                    ? "mov.b64 %rd2, 0x10f0000000000000;"
                    : "mov.u64 %rd2, scratch; cvta.global.u64 %rd2, %rd2; mov.u32 %r3, 4096; mov.u32 %r4, 8192;");
    k.run();
    return k.gathered({"%r9"});
}

Form control(KernelText k, Opcode opcode) {
    k.feed(std::vector<std::string>{"%r8", "%r9"});
    switch (opcode) {
    case Opcode::bra:
        if (!k.has("uni")) k.write("and.b32 %t0, %r8, 1; setp.ne.u32 %p9, %t0, 0; @%p9");
        k.run();
        k.write("mov.b32 %r8, %r9; L:");
        return k.gathered({"%r8"});
    case Opcode::brx:
        k.write(k.has("uni") ? "and.b32 %r1, %x1, 1;" : "and.b32 %r1, %r8, 1;");
        k.write("table: .branchtargets L0, L1;");
        k.run();
        k.write("L0: mov.b32 %r8, %r9; L1:");
        return k.gathered({"%r8"});
    case Opcode::call:
        k.write(place_in(""));
        k.write("st.global.b32 [%ptr], 0;");
        k.run("f", "called");
        k.write("ld.global.b32 %r7, [%ptr];");
        return k.gathered({"%r7", "%r8"});
    default: // exit and ret: threads that execute them do not store
        k.write("and.b32 %t0, %r8, 1; setp.ne.u32 %p9, %t0, 0; @%p9");
        k.run();
        return k.gathered({"%r8"});
    }
}

/// Makes kernels in which warps wait for stores: half of the warps for the other half, or each for its neighbor.
Form barrier(KernelText k, Opcode opcode) {
    if (k.has("cluster")) return cluster_barrier(std::move(k));
    if (k.has("warp")) {
        k.feed("%r9");
        k.write("mov.b32 %r1, -1;");
        k.run();
        return k.gathered({"%r9"});
    }
    if (k.has("red")) {
        // In one third of the blocks all votes are no, in another all are yes.
        k.feed(k.others());
        k.write(fmt::format("rem.u32 %t0, %x1, 3; setp.eq.u32 %p8, %t0, 1; setp.eq.u32 %p9, %t0, 2; "
                            "or.pred {0}, {0}, %p8; not.pred %p9, %p9; and.pred {0}, {0}, %p9;",
                            k.others().back()));
        k.run();
        return k.gathered(k.first());
    }
    k.feed("%r9");
    k.write(
        ".shared .align 4 .b8 s[512]; mov.u64 %ptr, s; mad.wide.u32 %ptr, %x0, 4, %ptr; st.shared.b32 [%ptr], %r9;");
    k.write("mov.b32 %r1, 1; mov.b32 %r2, 128; setp.lt.u32 %p1, %x0, 64;");
    if (k.has("arrive")) {
        k.write("@%p1");
        k.run();
        k.write(opcode == Opcode::bar ? "@!%p1 bar.sync 1, 128;" : "@!%p1 barrier.sync 1, 128;");
        k.write("@!%p1 ld.shared.b32 %r9, [%ptr+-256];");
    } else {
        k.run();
        k.write("xor.b32 %t0, %x0, 127; mov.u64 %ptr, s; mad.wide.u32 %ptr, %t0, 4, %ptr; ld.shared.b32 %r9, [%ptr];");
    }
    return k.gathered({"%r9"});
}

/// Makes kernels of instructions that involve a whole warp. In .sync forms, the last source is the mask.
Form lanes(KernelText k, Opcode opcode) {
    std::vector<std::string> values = k.others();
    std::string mask;
    if (k.has("sync")) {
        mask = values.back();
        values.pop_back();
    }
    k.feed(values);
    if (!mask.empty()) k.write(fmt::format("mov.b32 {}, -1;", mask));
    if (opcode == Opcode::vote) // a third of the warps votes no, a third yes
        k.write(fmt::format("shr.u32 %t0, %i, 5; rem.u32 %t0, %t0, 3; setp.eq.u32 %p8, %t0, 1; "
                            "setp.eq.u32 %p9, %t0, 2; or.pred {0}, {0}, %p8; not.pred %p9, %p9; "
                            "and.pred {0}, {0}, %p9;",
                            values[0]));
    if (opcode == Opcode::match) // few distinct values; in a third of the warps, only one
        k.write(fmt::format("shr.u32 %t0, %i, 5; rem.u32 %t0, %t0, 3; setp.eq.u32 %p9, %t0, 1; "
                            "and.b{0} {1}, {1}, 3; selp.b{0} {1}, 7, {1}, %p9;",
                            register_bytes(values[0]) * 8, values[0]));
    k.run();
    return k.gathered(k.first());
}

} // namespace

std::string place_in(std::string_view space) {
    if (space == ".shared" || space == ".shared::cta")
        return ".shared .align 32 .b8 s[4096]; mov.u64 %ptr, s; mad.wide.u32 %ptr, %x0, 32, %ptr;";
    if (space == ".local") return ".local .align 32 .b8 s[32]; mov.u64 %ptr, s;";
    if (space == ".const") return "mov.u64 %ptr, constants; and.b32 %t0, %i, 1; mad.wide.u32 %ptr, %t0, 32, %ptr;";
    return "mov.u64 %ptr, scratch; mad.wide.u32 %ptr, %i, 32, %ptr;";
}

std::vector<std::string> read_back(KernelText& k, uint32_t words, std::vector<std::string> results) {
    for (uint32_t word = 0; word < words; ++word) {
        k.write(fmt::format("ld{}.b64 %s{}, [%ptr+{}];", k.space(), word, word * 8));
        results.push_back(fmt::format("%s{}", word));
    }
    return results;
}

std::optional<Form> spelled_form(const simt::PromisedForm& promised) {
    KernelText k(promised);
    switch (promised.opcode) {
    case Opcode::ld:
    case Opcode::ldu: return load(std::move(k), promised.opcode);
    case Opcode::st: return store(std::move(k));
    case Opcode::atom:
    case Opcode::red: return atomic(std::move(k), promised.opcode);
    case Opcode::cvta: return address(std::move(k));
    case Opcode::isspacep: return space_test(std::move(k));
    case Opcode::cp: return asynchronous_copy(std::move(k));
    case Opcode::mbarrier: return barrier_object(std::move(k));
    case Opcode::getctarank:
    case Opcode::mapa: return cluster_address(std::move(k), promised.opcode);
    case Opcode::applypriority:
    case Opcode::createpolicy:
    case Opcode::discard:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::fence:
    case Opcode::membar:
    case Opcode::nanosleep:
    case Opcode::pmevent:
    case Opcode::griddepcontrol:
    case Opcode::trap:
    case Opcode::brkpt: return no_effect(std::move(k), promised.opcode);
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::call:
    case Opcode::exit:
    case Opcode::ret: return control(std::move(k), promised.opcode);
    case Opcode::bar:
    case Opcode::barrier: return barrier(std::move(k), promised.opcode);
    case Opcode::activemask:
    case Opcode::elect:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::shfl:
    case Opcode::vote: return lanes(std::move(k), promised.opcode);
    default: break;
    }
    switch (ptx::info_of(promised.opcode).kind) {
    case ptx::OpcodeKind::arithmetic:
    case ptx::OpcodeKind::comparison:
    case ptx::OpcodeKind::logic:
    case ptx::OpcodeKind::video:
    case ptx::OpcodeKind::conversion: return arithmetic(std::move(k), promised.opcode);
    case ptx::OpcodeKind::matrix: return matrix(std::move(k), promised.opcode);
    default: return std::nullopt;
    }
}

} // namespace warpscope::conformance
