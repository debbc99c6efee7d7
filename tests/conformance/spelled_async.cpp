#include <fmt/format.h>

#include "conformance/spelled_parts.hpp"

namespace warpscope::conformance {
namespace {

using ptx::Opcode;

/// Fills the thread's 32 bytes of shared memory, at %rd1 and %r1, with a pattern. Fills its global memory, at %ptr,
/// with a, b, c and a.
void prepare_copy(KernelText& k) {
    k.write(".shared .align 32 .b8 copied[4096]; mov.u64 %rd1, copied; mad.wide.u32 %rd1, %x0, 32, %rd1; "
            "cvt.u32.u64 %r1, %rd1;");
    k.write(place_in(".global"));
    constexpr std::string_view inputs[] = {"%a", "%b", "%c", "%a"};
    for (size_t word = 0; word < 4; ++word)
        k.write(fmt::format("st.shared.b64 [%rd1+{0}], 0x5a5a5a5a5a5a5a5a; st.global.b64 [%ptr+{0}], {1};", word * 8,
                            inputs[word]));
}

/// Loads 16 bytes of shared memory at `address`. Returns their registers.
std::vector<std::string> copied(KernelText& k, const std::string& address) {
    k.write(fmt::format("ld.shared.b64 %s0, [{0}]; ld.shared.b64 %s1, [{0}+8];", address));
    return {"%s0", "%s1"};
}

/// Sets %ptr to the thread's 8 bytes of shared memory, and `name` to the same address in the form's space.
void prepare_object(KernelText& k, const std::string& name) {
    k.write(".shared .align 8 .b8 objects[1024]; mov.u64 %ptr, objects; mad.wide.u32 %ptr, %x0, 8, %ptr;");
    if (register_bytes(name) == 4)
        k.write(fmt::format("cvt.u32.u64 {}, %ptr;", name));
    else
        k.write(fmt::format("{} {}, %ptr;", k.space().empty() ? "cvta.shared.u64" : "mov.u64", name));
}

/// Makes kernels in which the form makes some of the arrivals at an mbarrier. Other instructions make the rest.
Form arrival(KernelText k) {
    const bool state = !k.first().empty();
    const std::string& address = k.others()[0];
    const std::string count = k.others().size() > 1 ? k.others()[1] : "%r7";
    const bool expects = k.has("expect_tx");
    k.feed(std::vector<std::string>{"%r9", "%r8"});
    prepare_object(k, address);
    // The mbarrier expects %r9 arrivals. The form makes %r6 of them: its count, or one.
    k.write("and.b32 %r9, %r9, 7; add.u32 %r9, %r9, 3; mbarrier.init.shared.b64 [%ptr], %r9; mov.u32 %r6, 1;");
    if (expects)
        k.write(fmt::format("and.b32 {}, %r8, 0x1ff;", count));
    else if (k.others().size() > 1)
        k.write(fmt::format("and.b32 {0}, %r8, 1; add.u32 {0}, {0}, 1; mov.u32 %r6, {0};", count));
    k.run();
    k.write("sub.u32 %r6, %r9, %r6; mbarrier.arrive.shared.b64 %s0, [%ptr], %r6;");
    k.write("mbarrier.test_wait.shared.b64 %p8, [%ptr], %s0;");
    if (expects) k.write(fmt::format("mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%ptr], {};", count));
    k.write("mbarrier.test_wait.shared.b64 %p9, [%ptr], %s0; mbarrier.arrive.shared.b64 %s1, [%ptr];");
    k.write("mbarrier.pending_count.b64 %r4, %s0; mbarrier.pending_count.b64 %r5, %s1;");
    std::vector<std::string> results{"%r4", "%r5", "%p8", "%p9"};
    if (state) {
        k.write(fmt::format("mbarrier.pending_count.b64 %r8, {};", k.first()[0]));
        results.emplace_back("%r8");
    }
    return k.gathered(results);
}

/// Makes kernels that change the number of bytes that an mbarrier expects.
Form transaction(KernelText k) {
    const std::string &address = k.first()[0], &count = k.others()[0];
    k.feed(count);
    k.write(fmt::format("and.b32 {0}, {0}, 0xffff;", count));
    prepare_object(k, address);
    k.write("mbarrier.init.shared.b64 [%ptr], 1;");
    constexpr std::string_view other = "mbarrier.{}_tx.relaxed.cluster.shared::cluster.b64 [%ptr], {};";
    if (k.has("complete_tx")) k.write(fmt::format(other, "expect", count));
    if (k.has("expect_tx")) k.run();
    k.write("mbarrier.arrive.shared.b64 %s0, [%ptr]; mbarrier.test_wait.shared.b64 %p8, [%ptr], %s0;");
    if (k.has("complete_tx"))
        k.run();
    else
        k.write(fmt::format(other, "complete", count));
    k.write("mbarrier.test_wait.shared.b64 %p9, [%ptr], %s0;");
    return k.gathered({"%p8", "%p9"});
}

/// Makes kernels that test a phase of the thread's mbarrier. In every second thread, the phase is complete.
Form phase_test(KernelText k) {
    const std::string &address = k.others()[0], &phase = k.others()[1];
    k.feed("%r9");
    prepare_object(k, address);
    k.write("mbarrier.init.shared.b64 [%ptr], 2; mbarrier.arrive.shared.b64 %s0, [%ptr];");
    k.write("and.b32 %t0, %i, 1; setp.ne.u32 %p9, %t0, 0; @%p9 mbarrier.arrive.shared.b64 %s1, [%ptr];");
    k.write(k.has("parity") ? fmt::format("and.b32 {}, %r9, 1;", phase) : fmt::format("mov.b64 {}, %s0;", phase));
    if (k.others().size() > 2) k.write(fmt::format("mov.u32 {}, 1000;", k.others()[2])); // limit in nanoseconds
    k.run();
    return k.gathered({"%p1"});
}

/// Sets a register to the address %rd1 in shared memory plus `more` bytes.
void place_copy(KernelText& k, const std::string& register_name, uint32_t more) {
    if (register_bytes(register_name) == 4)
        k.write(fmt::format("cvt.u32.u64 {0}, %rd1; add.u32 {0}, {0}, {1};", register_name, more));
    else
        k.write(fmt::format("add.u64 {}, %rd1, {};", register_name, more));
}

/// Makes kernels of bulk copies to shared memory: 32 bytes with a cache policy, otherwise 16 or 32. After the data is
/// the thread's mbarrier, which waits for the thread and the bytes.
Form bulk_copy_to_shared(KernelText k) {
    const bool from_shared = k.others()[0] == "%r2", has_policy = k.has("L2::cache_hint");
    const std::string &target = k.first()[0], &object = k.others()[has_policy ? 1 : 2];
    k.write(".shared .align 128 .b8 bulk[12288]; mov.u64 %rd1, bulk; mad.wide.u32 %rd1, %x0, 96, %rd1;");
    k.write(place_in(".global"));
    k.write("mov.u64 %rd9, %rd1;");
    constexpr std::string_view inputs[] = {"%a", "%b", "%c", "%a"};
    for (size_t word = 0; word < 4; ++word)
        k.write(fmt::format("st.shared.b64 [%rd9+{0}], 0x5a5a5a5a5a5a5a5a; st.global.b64 [%ptr+{0}], {1}; "
                            "st.shared.b64 [%rd9+{2}], {1};",
                            word * 8, inputs[word], word * 8 + 32));
    k.write("mbarrier.init.shared.b64 [%rd9+64], 1; fence.proxy.async;");
    if (from_shared) place_copy(k, "%r2", 32);
    place_copy(k, object, 64);
    place_copy(k, target, 0);
    k.write("mov.u32 %r9, 32;");
    if (!has_policy) k.write("and.b32 %r9, %x0, 1; mad.lo.u32 %r9, %r9, 16, 16; mov.b32 %r3, %r9;");
    if (has_policy) k.write("createpolicy.fractional.L2::evict_first.b64 %rd5, 1.0;");
    k.write("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %s2, [%rd9+64], %r9;");
    k.run("[%rd2]", "[%ptr]");
    k.write("wait: mbarrier.try_wait.shared.b64 %p9, [%rd9+64], %s2; @!%p9 bra wait;");
    k.write("ld.shared.b64 %s0, [%rd9+8]; ld.shared.b64 %s1, [%rd9+16];");
    return k.gathered({"%s0", "%s1"});
}

/// Makes kernels of bulk copies from shared to global memory, and of waits for them.
Form bulk_copy_to_global(KernelText k) {
    const bool copies = !k.others().empty() && !k.has("prefetch");
    k.write(".shared .align 128 .b8 bulk[4096]; mov.u64 %rd1, bulk; mad.wide.u32 %rd1, %x0, 32, %rd1;");
    k.write(place_in(".global"));
    k.write("mov.u64 %rd9, %rd1;");
    constexpr std::string_view inputs[] = {"%a", "%b", "%c", "%a"};
    for (size_t word = 0; word < 4; ++word)
        k.write(fmt::format("st.shared.b64 [%rd9+{0}], {1}; st.global.b64 [%ptr+{0}], 0x5a5a5a5a5a5a5a5a;", word * 8,
                            inputs[word]));
    k.write("fence.proxy.async;");
    if (k.has("prefetch")) {
        k.write("mov.u32 %r2, 32;");
        if (k.has("L2::cache_hint")) k.write("createpolicy.fractional.L2::evict_first.b64 %rd2, 1.0;");
        k.run("[%rd1]", "[%ptr]");
        return k.gathered(read_back(k, 2));
    }
    if (copies) {
        place_copy(k, k.others()[0], 0);
        k.write("and.b32 %r3, %x0, 1; mad.lo.u32 %r3, %r3, 16, 16;");
        if (k.has("L2::cache_hint")) k.write("createpolicy.fractional.L2::evict_first.b64 %rd3, 1.0;");
        k.run("[%rd1]", "[%ptr]");
        k.write("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;");
    } else {
        k.write("cp.async.bulk.global.shared::cta.bulk_group [%ptr], [%rd9], 32;");
        if (k.has("wait_group")) k.write("cp.async.bulk.commit_group;");
        k.run();
        if (!k.has("wait_group") || k.has("read")) k.write("cp.async.bulk.wait_group 0;");
    }
    k.write("fence.proxy.async; ld.global.b64 %s0, [%ptr+8]; ld.global.b64 %s1, [%ptr+16];");
    return k.gathered({"%s0", "%s1"});
}

} // namespace

Form asynchronous_copy(KernelText k) {
    k.inputs_of(8);
    if (k.has("bulk"))
        return k.has("mbarrier::complete_tx::bytes") ? bulk_copy_to_shared(std::move(k))
                                                     : bulk_copy_to_global(std::move(k));
    if (k.has("mbarrier")) {
        prepare_copy(k);
        k.write("mov.u64 %rd9, %rd1; mov.u64 %rd8, %ptr;");
        prepare_object(k, "%rd1");
        // The mbarrier expects two arrivals: the thread's and the copy's. Without .noinc, the form expects a third one.
        k.write("mbarrier.init.shared.b64 [%ptr], 2; mbarrier.arrive.shared.b64 %s2, [%ptr];");
        k.write("cp.async.cg.shared.global [%rd9], [%rd8], 16;");
        k.run();
        if (!k.has("noinc")) k.write("mbarrier.arrive.shared.b64 %s3, [%ptr];");
        k.write("wait: mbarrier.try_wait.shared.b64 %p9, [%ptr], %s2; @!%p9 bra wait;");
        return k.gathered(copied(k, "%rd9"));
    }
    if (k.others().size() > 1 && k.others()[1] == "%p3") {
        k.feed("%p3"); // no byte of the source is read
    } else if (k.others().size() > 1) {
        k.feed("%rd9"); // number of source bytes to read
        k.write(fmt::format("cvt.u32.u64 {0}, %rd9; rem.u32 {0}, {0}, 17;", k.others()[1]));
    }
    prepare_copy(k);
    if (!k.others().empty()) {
        k.run("[%rd2]", "[%ptr]");
        k.write("cp.async.wait_all;");
    } else {
        k.write("cp.async.cg.shared.global [%rd1], [%ptr], 16;");
        if (k.has("wait_group")) // waits for all but the newest group
            k.write("cp.async.commit_group; cp.async.cg.shared.global [%rd1+16], [%ptr], 16; cp.async.commit_group;");
        k.run();
        if (k.has("commit_group")) k.write("cp.async.wait_group 0;");
    }
    const std::vector<std::string> results = copied(k, "%rd1");
    if (k.has("wait_group")) k.write("cp.async.wait_all;");
    return k.gathered(results);
}

Form barrier_object(KernelText k) {
    if (k.has("arrive") || k.has("arrive_drop")) return arrival(std::move(k));
    if (k.has("expect_tx") || k.has("complete_tx")) return transaction(std::move(k));
    if (k.has("test_wait") || k.has("try_wait")) return phase_test(std::move(k));
    if (k.has("pending_count")) {
        k.feed("%r9");
        prepare_object(k, "%rd1");
        k.write("and.b32 %r9, %r9, 0xffff; add.u32 %r9, %r9, 2; mbarrier.init.shared.b64 [%ptr], %r9; "
                "mbarrier.arrive.shared.b64 %rd2, [%ptr];");
        k.run();
        return k.gathered(k.first());
    }
    k.feed("%r2");
    prepare_object(k, "%rd1");
    if (k.has("init")) {
        k.write("and.b32 %r2, %r2, 0xffff; add.u32 %r2, %r2, 2;");
        k.run();
        k.write("mbarrier.arrive.shared.b64 %s0, [%ptr]; mbarrier.pending_count.b64 %r1, %s0;");
    } else { // inval: the memory can be reused
        k.write("mbarrier.init.shared.b64 [%ptr], 1;");
        k.run();
        k.write("st.shared.b32 [%ptr], %r2; ld.shared.b32 %r1, [%ptr];");
    }
    return k.gathered({"%r1"});
}

Form cluster_address(KernelText k, Opcode opcode) {
    const std::string& address = k.others()[0];
    k.feed("%r9");
    prepare_object(k, address);
    k.write("st.shared.b32 [%ptr], %r9;");
    if (opcode == Opcode::mapa) k.write(fmt::format("mov.u32 {}, 0;", k.others()[1]));
    k.run();
    if (opcode == Opcode::getctarank) return k.gathered({"%r9", k.first()[0]});
    k.write(fmt::format("ld{}.b32 %r9, [{}];", k.space(), k.first()[0]));
    return k.gathered({"%r9"});
}

/// Works like a barrier of a block, because every block is a cluster of its own.
Form cluster_barrier(KernelText k) {
    const std::string aligned = k.has("aligned") ? ".aligned" : "";
    k.feed("%r9");
    k.write(
        ".shared .align 4 .b8 s[512]; mov.u64 %ptr, s; mad.wide.u32 %ptr, %x0, 4, %ptr; st.shared.b32 [%ptr], %r9;");
    if (k.has("relaxed")) k.write("fence.acq_rel.cluster;");
    if (k.has("wait")) k.write(fmt::format("barrier.cluster.arrive{};", aligned));
    k.run();
    if (k.has("arrive")) k.write(fmt::format("barrier.cluster.wait{};", aligned));
    k.write("xor.b32 %t0, %x0, 127; mov.u64 %ptr, s; mad.wide.u32 %ptr, %t0, 4, %ptr; ld.shared.b32 %r9, [%ptr];");
    return k.gathered({"%r9"});
}

} // namespace warpscope::conformance
