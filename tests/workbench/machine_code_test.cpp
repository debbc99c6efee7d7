#include <gtest/gtest.h>

#include "sass/fake_assembler.hpp"
#include "workbench/feature/dispatcher.hpp"
#include "workbench/machine_code/machine_code_feature.hpp"

namespace warpscope::workbench {
namespace {

RunPtr run_of(const std::string& experiment, const std::string& input) {
    static const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*catalog.find(experiment));
    request.variant = request.experiment->variants.front().name;
    request.settings = catalog::default_settings(request.experiment->variants.front());
    request.input = *input::parse_spec(input);
    request.device = session::DeviceChoice::emulator;
    auto run = session::run(request);
    EXPECT_TRUE(run) << run.error().text();
    return run ? *run : nullptr;
}

template<class Done>
void wait_until(MachineCodeMaker& maker, const Done& done) {
    for (int k = 0; k < 20000 && !done(); ++k) {
        maker.deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(done()) << "it took longer than 20 s";
}

TEST(MachineCodeMaker, AssemblesEqualPtxOnce) {
    std::atomic<int> calls = 0;
    Redraw redraw;
    MachineCodeMaker maker(
        [&](const std::string& ptx, uint32_t capability, const std::atomic<bool>*) {
            ++calls;
            return sass::assemble_by_line(ptx, capability, true);
        },
        redraw, [] {});
    const RunPtr small = run_of("box_blur", "gradient:40x30"), large = run_of("box_blur", "gradient:50x30");
    ASSERT_TRUE(small && large);
    maker.follow(small);
    EXPECT_FALSE(maker.busy()) << "starts only on request";
    maker.start(90);
    EXPECT_TRUE(maker.busy());
    wait_until(maker, [&] { return !maker.busy(); });
    ASSERT_TRUE(maker.lines());
    EXPECT_EQ(maker.lines()->device, "sm_90");
    EXPECT_FALSE(maker.lines()->of_source.empty());
    maker.follow(large);
    EXPECT_TRUE(maker.lines()) << "the same PTX";
    maker.start(90);
    wait_until(maker, [&] { return !maker.busy(); });
    EXPECT_EQ(calls, 1);
    maker.follow(run_of("color_to_gray", "gradient:40x30"));
    EXPECT_FALSE(maker.lines()) << "another kernel";
    maker.start(90);
    wait_until(maker, [&] { return !maker.busy(); });
    EXPECT_EQ(calls, 2);
}

TEST(MachineCodeMaker, CancelsWorkForAnotherRun) {
    std::atomic<int> started = 0, canceled = 0;
    Redraw redraw;
    MachineCodeMaker maker(
        [&](const std::string&, uint32_t, const std::atomic<bool>* cancel) -> Result<sass::MachineCode> {
            ++started;
            while (!*cancel) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ++canceled;
            return fail(ErrorKind::canceled, Message());
        },
        redraw, [] {});
    maker.follow(run_of("box_blur", "gradient:40x30"));
    maker.start(90);
    wait_until(maker, [&] { return started == 1; });
    EXPECT_TRUE(maker.busy()) << "and did not block this thread";
    maker.follow(run_of("color_to_gray", "gradient:40x30"));
    EXPECT_FALSE(maker.busy());
    wait_until(maker, [&] { return canceled == 1; });
    EXPECT_FALSE(maker.lines());
    EXPECT_FALSE(maker.problem());
    maker.start(90);
    wait_until(maker, [&] { return started == 2; }); // the destructor then cancels the second job
}

TEST(MachineCodeMaker, NamesTheMissingProgram) {
    Redraw redraw;
    MachineCodeMaker maker({}, redraw, [] {});
    maker.follow(run_of("box_blur", "gradient:40x30"));
    maker.start(90);
    wait_until(maker, [&] { return !maker.busy(); });
    EXPECT_FALSE(maker.lines());
    ASSERT_TRUE(maker.problem());
    EXPECT_EQ(maker.problem()->kind, ErrorKind::environment);
    EXPECT_NE(maker.problem()->text().find("nvdisasm"), std::string::npos);
}

TEST(MachineCodeFeature, WorksWhileSomethingShowsIt) {
    Start start;
    start.device = session::DeviceChoice::emulator;
    start.assembler = sass::fake_assembler(true);
    Document document{std::move(start), [] {}};
    Models models;
    MachineCodeFeature feature(document, models, models);
    Dispatcher dispatcher;
    dispatcher.add(feature);
    document.shown = run_of("box_blur", "gradient:40x30");
    feature.update();
    EXPECT_TRUE(feature.is_settled()) << "nothing shows it";
    dispatcher.send(SetOnlySurviving{true});
    EXPECT_TRUE(document.preferences.only_surviving_branches);
    feature.update();
    EXPECT_TRUE(models.machine_busy);
    for (int k = 0; k < 20000 && !feature.is_settled(); ++k) {
        feature.update();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    feature.update();
    EXPECT_TRUE(models.machine);
    document.shown.reset();
    feature.update();
    EXPECT_FALSE(models.machine);
}

TEST(MachineCodeFeature, FollowsTheSelectedDevice) {
    Start start;
    start.device = session::DeviceChoice::emulator;
    start.assembler = sass::fake_assembler(true);
    Document document{std::move(start), [] {}};
    document.preferences.only_surviving_branches = true;
    Models models;
    MachineCodeFeature feature(document, models, models);
    document.shown = run_of("box_blur", "gradient:40x30");
    const auto device = [&]() -> std::string {
        feature.update();
        for (int k = 0; k < 20000 && !feature.is_settled(); ++k) {
            feature.update();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        feature.update();
        return models.machine ? models.machine->device : "";
    };
    EXPECT_EQ(device(), "sm_90");
    models.live.device = "NVIDIA A100-SXM4-80GB";
    EXPECT_EQ(device(), "sm_80") << "the GPU of this machine";
    document.preferences.peaks = "T4";
    EXPECT_EQ(device(), "sm_75") << "selected in the tab Charts";
    document.preferences.peaks.clear();
    models.live.device = "Fake GPU 0";
    EXPECT_EQ(device(), "sm_90") << "no known model";
}

} // namespace
} // namespace warpscope::workbench
