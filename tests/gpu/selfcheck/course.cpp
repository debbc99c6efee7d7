// Every experiment of the catalog on the GPU and in the emulator.
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"
#include "session/parity.hpp"
#include "session/recording.hpp"

namespace warpscope::selfcheck {

void check_course(Report& report, const catalog::Catalog& catalog) {
    report.section("Every experiment on GPU and emulator");
    session::ParityOptions options;
    options.progress = [&](const session::Parity& parity) {
        // No launched run may be skipped, because kernels of the course work with any block size.
        report.check(parity.same && (parity.skipped.empty() || !parity.is_launched),
                     parity.what + ": " + parity.difference + parity.skipped);
        if (parity.same && !parity.difference.empty()) report.note(parity.what + ": close: " + parity.difference);
    };
    const auto compared = session::compare_executors(gpu::executor(), catalog, options);
    if (report.check(compared.has_value(), compared ? "" : compared.error().text()))
        report.note(fmt::format("{} runs", compared->size()));
}

namespace {

/// Runs the probes in the emulator. Prints the instructions whose counts differ from the GPU's.
void note_sites(Report& report, const session::Recording& recorded) {
    const instrument::Instrumented& instrumented = recorded.instrumented;
    session::RunResult with_probes;
    with_probes.compiled.ptx = instrumented.ptx;
    with_probes.prepared.plan = instrumented.plan;
    const auto measured = emulate(with_probes);
    if (!report.check(measured.has_value(), measured ? "" : measured.error().text())) return;
    std::vector<HostBuffer> buffers;
    for (uint32_t i = 0; i < instrumented.plan.buffers.size(); ++i) buffers.push_back((*measured)->buffer(i));
    const instrument::Readings emulated = instrument::read(instrumented, buffers);
    for (size_t i = 0; i < instrumented.sites.size(); ++i) {
        const instrument::SiteTotals &gpu = recorded.readings.sites[i], &own = emulated.sites[i];
        if (gpu.executions == own.executions && gpu.lanes == own.lanes && gpu.split == own.split) continue;
        report.note(
            fmt::format("  PTX line {} (source {}): {}  executed {} and {} times by {} and {} lanes, split {} and {}",
                        instrumented.sites[i].ptx_line, instrumented.sites[i].source.line, instrumented.sites[i].text,
                        gpu.executions, own.executions, gpu.lanes, own.lanes, gpu.split, own.split));
    }
}

/// Compares the sectors of every cell in every buffer.
void check_cells(Report& report, const session::RunResult& run, const std::string& what, bool by_order) {
    const auto last = static_cast<uint32_t>(run.prepared.plan.launches.size() - 1);
    const auto recorded = session::sectors_on_gpu(gpu::executor(), run, last);
    if (!recorded) {
        report.check(recorded.error().message.english().find("cannot be recorded") != std::string::npos,
                     what + ": sectors by cell: " + recorded.error().text());
        return;
    }
    const auto expected = run.measured->probe(recorded->request);
    if (!report.check(expected.has_value(), expected ? "" : what + ": " + expected.error().text())) return;
    bool same = recorded->cells.size() == expected->cells.size();
    uint64_t touched = 0;
    for (size_t i = 0; same && i < recorded->cells.size(); ++i) {
        const metrics::CellCosts &gpu = recorded->cells[i], &own = expected->cells[i];
        same = gpu.buffer == own.buffer && gpu.sectors_per_request == own.sectors_per_request;
        touched += gpu.sectors_per_request.size();
    }
    report.check(by_order || (same && touched > 0), what + ": sectors by cell differ from the emulator's");
}

} // namespace

void check_recordings(Report& report, const catalog::Catalog& catalog) {
    report.section("Every experiment with probes on the GPU, against the emulator's measurements");
    size_t runs = 0;
    for (const catalog::Experiment& experiment : catalog.experiments)
        for (const catalog::Variant& variant : experiment.variants) {
            if (!variant.findings.empty()) continue;
            session::Request request;
            request.experiment = std::make_shared<const catalog::Experiment>(experiment);
            request.variant = variant.name;
            request.settings = catalog::default_settings(variant);
            if (const auto input = catalog::default_input(experiment, catalog::default_picture().string()))
                request.input = *input;
            request.device = session::DeviceChoice::emulator;
            const std::string what = experiment.name + "/" + variant.name;
            const auto run = session::run(request);
            if (!report.check(run.has_value(), run ? "" : what + ": " + run.error().text())) continue;
            const auto recorded = session::record_on_gpu(gpu::executor(), **run, 1);
            if (!report.check(recorded.has_value(), recorded ? "" : what + ": " + recorded.error().text())) continue;
            const session::Recording::Differences& apart = recorded->differences;
            // The order of threads determines results of compare-and-swap, and so the iterations of a loop around it.
            const bool by_order = what == "atomics_tour/exchange";
            if (!report.check(
                    by_order || recorded->agrees(),
                    fmt::format("{}: {} owners and {} warps differ; sectors {} and {}, divergent branches {} and {}",
                                what, apart.owners, apart.warps, apart.gpu_sectors, apart.emulator_sectors,
                                apart.gpu_divergent_branches, apart.emulator_divergent_branches)))
                note_sites(report, *recorded);
            check_cells(report, **run, what, by_order);
            ++runs;
        }
    report.note(fmt::format("{} runs", runs));
}

} // namespace warpscope::selfcheck
