// Every experiment of the catalogue on the GPU and in the emulator.
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"
#include "session/parity.hpp"

namespace warpscope::selfcheck {

void check_course(Report& report, const catalog::Catalog& catalog) {
    report.section("Every experiment on GPU and emulator");
    session::ParityOptions options;
    options.progress = [&](const session::Parity& parity) {
        report.check(parity.same, parity.what + ": " + parity.difference);
        if (parity.same && !parity.difference.empty()) report.note(parity.what + ": close: " + parity.difference);
    };
    const auto compared = session::compare_executors(gpu::executor(), catalog, options);
    if (report.check(compared.has_value(), compared ? "" : compared.error().text()))
        report.note(fmt::format("{} runs", compared->size()));
}

} // namespace warpscope::selfcheck
