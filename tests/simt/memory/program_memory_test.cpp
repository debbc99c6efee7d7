// Memory for programs with host code: at the host's addresses, freed and reused, shared by kernels of a module, and
// 16-byte accesses that are not torn.
#include <cstring>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ptx/parser.hpp"
#include "ptx/part.hpp"
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

/// Returns whether the host can read a byte. A system call refuses to read inaccessible memory. The alternative, a
/// child process that crashes, would be a fork of a process with 256 GB of address space.
bool host_can_read(uint64_t address) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    const long count = syscall(SYS_write, ends[1], address, 1);
    close(ends[0]);
    close(ends[1]);
    return count == 1;
}

TEST(ProgramMemory, UsesHostAddressesIfAccessible) {
    auto memory = GlobalMemory::at_host_addresses();
    ASSERT_TRUE(memory.has_value());
    const uint32_t managed = *memory->allocate("managed", 100), device = *memory->allocate("device", 100);
    memory->set_host_access(managed, true);
    const uint64_t address = memory->allocations()[managed].begin;
    *reinterpret_cast<volatile uint32_t*>(address) = 77;
    EXPECT_EQ(*reinterpret_cast<uint32_t*>(memory->host(address)), 77u);
    const uint64_t hidden = memory->allocations()[device].begin;
    EXPECT_TRUE(host_can_read(address));
    EXPECT_FALSE(host_can_read(hidden));
    memory->release(managed);
    EXPECT_FALSE(host_can_read(address));
}

TEST(ProgramMemory, ReleasedMemoryIsReusedLate) {
    GlobalMemory memory;
    const uint32_t first = *memory.allocate("first", 1000);
    const uint64_t begin = memory.allocations()[first].begin;
    memory.upload(first, 0, std::vector<std::byte>(1000, std::byte{9}));
    memory.release(first);
    EXPECT_FALSE(memory.find(begin).has_value());
    EXPECT_EQ(memory.nearest(begin), first);
    EXPECT_EQ(memory.allocations()[first].freed_bytes, 1000u);
    bool again = false;
    for (int k = 0; k < 5000; ++k) {
        const uint32_t next = *memory.allocate("next", 900);
        if (next == first) {
            again = true;
            EXPECT_GT(k, 100); // reuse is late, so that use after free is detected
            EXPECT_EQ(memory.find(begin + 899), first);
            EXPECT_FALSE(memory.find(begin + 900).has_value());
            EXPECT_EQ(*memory.host(begin), std::byte{0});
            break;
        }
        memory.release(next);
    }
    EXPECT_TRUE(again);
}

constexpr const char* two_kernels = R"(
.global .align 4 .u32 shared_count;
.func helper() { .reg .u32 %r; ld.global.u32 %r, [shared_count]; add.u32 %r, %r, 10; st.global.u32 [shared_count], %r; ret; }
.func unused() { .reg .u32 %r; mov.u32 %r, 1; ret; }
.entry one() { .reg .u32 %r; ld.global.u32 %r, [shared_count]; add.u32 %r, %r, 1; st.global.u32 [shared_count], %r; ret; }
.entry two() { call helper; ret; }
)";

TEST(ProgramMemory, DecodedPartsShareVariables) {
    auto module = ptx::parse(module_text(two_kernels), "two.ptx");
    ASSERT_TRUE(module.has_value()) << module.error().text();
    const auto index = [&](const char* name) {
        return static_cast<uint32_t>(module->find_function(name) - module->functions.data());
    };
    const ptx::Module part = ptx::part_for(*module, index("two"));
    EXPECT_TRUE(part.functions[index("unused")].body.empty());
    EXPECT_TRUE(part.functions[index("one")].body.empty());
    EXPECT_FALSE(part.functions[index("helper")].body.empty());

    const auto program = [](ptx::Module made) {
        return *Program::build(std::make_shared<const ptx::Module>(std::move(made)));
    };
    auto whole = Device::create(program(ptx::without_bodies(*module)), std::make_shared<GlobalMemory>());
    ASSERT_TRUE(whole.has_value());
    const LaunchConfig config{{1, 1, 1}, {1, 1, 1}};
    for (const char* name : {"one", "two", "one"}) {
        auto device = whole->with_program(program(ptx::part_for(*module, index(name))));
        ASSERT_TRUE(device.has_value());
        const auto outcome = launch(*device, *device->program().find_kernel(name), config, {}, {});
        ASSERT_TRUE(outcome.has_value()) << outcome.error().text();
        EXPECT_TRUE(outcome->findings.empty());
    }
    uint32_t count = 0;
    whole->memory().download(*whole->symbol("shared_count"), 0, std::as_writable_bytes(std::span(&count, 1)));
    EXPECT_EQ(count, 12u);
}

TEST(ProgramMemory, WideStrongAccessesAreAtomic) {
    // Block k writes {k, k} and checks that both halves are always equal.
    Machine machine(module_text(R"(
.entry k(.param .u64 place, .param .u64 torn) {
  .reg .u64 %p, %t, %a, %b, %k; .reg .u32 %n, %c; .reg .pred %q;
  ld.param.u64 %p, [place]; ld.param.u64 %t, [torn];
  mov.u32 %c, %ctaid.x; cvt.u64.u32 %k, %c; mov.u32 %n, 0;
again:
  st.relaxed.gpu.global.v2.u64 [%p], {%k, %k};
  ld.relaxed.gpu.global.v2.u64 {%a, %b}, [%p];
  setp.ne.u64 %q, %a, %b;
  @%q st.global.u64 [%t], %k;
  add.u32 %n, %n, 1; setp.lt.u32 %q, %n, 2000; @%q bra again;
  ret;
})"));
    const uint32_t place = machine.buffer("place", std::vector<uint64_t>(2));
    const uint32_t torn = machine.buffer("torn", std::vector<uint64_t>{~uint64_t{0}});
    machine.options.workers = 2;
    const auto outcome =
        machine.run("k", LaunchConfig{{64, 1, 1}, {1, 1, 1}}, machine.address(place), machine.address(torn));
    EXPECT_TRUE(outcome.findings.empty());
    EXPECT_EQ(machine.read<uint64_t>(torn)[0], ~uint64_t{0});
}

TEST(ProgramMemory, HostAddressReachesItsAlias) {
    auto memory = GlobalMemory::at_host_addresses();
    ASSERT_TRUE(memory);
    std::vector<uint32_t> own(100, 7);
    const auto begin = reinterpret_cast<uint64_t>(own.data());
    const uint64_t bytes = own.size() * sizeof(uint32_t);
    const auto twin = memory->allocate("twin", bytes);
    ASSERT_TRUE(twin);
    const uint64_t address = memory->allocations()[*twin].begin;
    EXPECT_FALSE(memory->reach_alias(begin, 4));
    memory->add_alias(begin, *twin);
    EXPECT_FALSE(memory->reach_alias(begin + bytes - 2, 4)) << "runs over the end";
    EXPECT_FALSE(memory->reach_alias(begin - 4, 4));
    EXPECT_FALSE(memory->is_alias_filled(begin));
    EXPECT_EQ(memory->reach_alias(begin + 40, 4), address + 40);
    EXPECT_TRUE(memory->is_alias_filled(begin));
    const auto value = [&](const GlobalMemory& of) {
        uint32_t out = 0;
        std::memcpy(&out, of.host(address + 40), sizeof(out));
        return out;
    };
    EXPECT_EQ(value(*memory), 7u);
    own[10] = 8; // the launch has copied the contents, so it does not see the host's later changes
    EXPECT_EQ(memory->reach_alias(begin + 40, 4), address + 40);
    EXPECT_EQ(value(*memory), 7u);
    const auto copy = memory->fork();
    ASSERT_TRUE(copy);
    EXPECT_TRUE(copy->is_alias_filled(begin));
    memory->remove_alias(begin);
    EXPECT_FALSE(memory->reach_alias(begin + 40, 4));
}

} // namespace
} // namespace warpscope::simt
