#include "simt/harness.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <hwy/targets.h>
#include <stdexcept>

#include "ptx/parser.hpp"

namespace warpscope::simt {
namespace {

/// WARPSCOPE_TEST_TARGET=avx2 or baseline disables wider vectors.
const bool target_chosen = [] {
    const char* const name = std::getenv("WARPSCOPE_TEST_TARGET");
    if (name == nullptr) return false;
    const bool avx2 = std::string(name) == "avx2" && (hwy::SupportedTargets() & HWY_AVX2) != 0;
    hwy::SetSupportedTargetsForTest(avx2 ? HWY_AVX2 | HWY_SCALAR | HWY_EMU128 : HWY_SCALAR | HWY_EMU128);
    return true;
}();

template<class T>
T value_or_throw(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
}

} // namespace

std::string module_text(const std::string& body) { return ".version 8.0\n.target sm_90\n.address_size 64\n" + body; }

std::string instruction_kernel(const std::string& instruction, size_t d, size_t a, size_t b, size_t c) {
    const auto type = [](size_t bytes) { return fmt::format("b{}", 8 * bytes); };
    const auto load = [&](char name, size_t bytes) {
        return fmt::format(
            "ld.param.u64 %ptr, [{0}s];\nmad.wide.u32 %ptr, %i, {1}, %ptr;\nld.global.{2} %{0}, [%ptr];\n", name, bytes,
            type(bytes));
    };
    return module_text(fmt::format(".visible .entry k(.param .u64 ds, .param .u64 as, .param .u64 bs, .param .u64 cs, "
                                   ".param .u32 count)\n{{\n.reg .b64 %ptr;\n.reg .b32 %i, %n, %x<3>, %t<4>;\n"
                                   ".reg .pred %out, %p<4>;\n.reg .{} %d;\n.reg .{} %a;\n.reg .{} %b;\n.reg .{} %c;\n",
                                   type(d), type(a), type(b), type(c)) +
                       "mov.u32 %x0, %tid.x;\nmov.u32 %x1, %ctaid.x;\nmov.u32 %x2, %ntid.x;\n"
                       "mad.lo.u32 %i, %x1, %x2, %x0;\nld.param.u32 %n, [count];\nsetp.ge.u32 %out, %i, %n;\n"
                       "@%out ret;\n" +
                       load('a', a) + load('b', b) + load('c', c) + instruction +
                       fmt::format("\nld.param.u64 %ptr, [ds];\nmad.wide.u32 %ptr, %i, {}, %ptr;\n"
                                   "st.global.{} [%ptr], %d;\nret;\n}}\n",
                                   d, type(d)));
}

std::shared_ptr<const Program> program_of(const std::string& ptx) {
    auto module = std::make_shared<const ptx::Module>(value_or_throw(ptx::parse(ptx, "test.ptx")));
    return value_or_throw(Program::build(std::move(module)));
}

Machine::Machine(std::shared_ptr<const Program> program)
    : device_(value_or_throw(Device::create(std::move(program), GlobalMemory()))) {
    options.workers = 1;
}

uint32_t Machine::allocate(const std::string& name, uint64_t bytes) {
    return value_or_throw(device_.memory().allocate(name, bytes));
}

LaunchOutcome Machine::launch_now(const std::string& kernel, const LaunchConfig& config) {
    const auto index = device_.program().find_kernel(kernel);
    if (!index) throw std::runtime_error("no kernel " + kernel);
    return value_or_throw(launch(device_, *index, config, parameters_, observers, options));
}

std::vector<std::string> texts_of(const LaunchOutcome& outcome) {
    std::vector<std::string> texts;
    for (const Finding& trap : outcome.findings)
        texts.push_back(std::string(name_of(trap.kind)) + ": " + trap.message.english());
    return texts;
}

} // namespace warpscope::simt
