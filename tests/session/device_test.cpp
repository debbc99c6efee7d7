// Kernels that may use the GPU unchecked, and error messages after a fault.
#include "session/device.hpp"
#include "session/require_run.hpp"

#include <gtest/gtest.h>

namespace warpscope::session {
namespace {

const catalog::Catalog& course() {
    static const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    return all;
}

TEST(TrustedKernels, OnlyCourseKernelsAreTrusted) {
    setenv("WARPSCOPE_CUDA_DIR", WARPSCOPE_SOURCE_DIR "/cuda", 1);
    const catalog::Experiment& blur = *course().find("box_blur");
    EXPECT_TRUE(is_sound(*blur.find("naive")));
    const catalog::Experiment& museum = *course().find("bug_museum");
    for (const catalog::Variant& variant : museum.variants) EXPECT_FALSE(is_sound(variant)) << variant.name;

    RunResult run;
    run.request.experiment = std::make_shared<const catalog::Experiment>(blur);
    run.request.variant = "naive";
    EXPECT_TRUE(is_sound(run));
    run.request.text = "edited";
    EXPECT_FALSE(is_sound(run));

    // The user may have changed a copy of the kernel.
    catalog::Experiment own = blur;
    own.variants.front().source = "/tmp/naive.cu";
    EXPECT_FALSE(is_sound(own.variants.front()));

    // The user's compiler options may change the kernel.
    catalog::Experiment defined = blur, with_folder = blur;
    defined.variants.front().definitions.emplace_back("int", "long");
    with_folder.variants.front().include_folders.emplace_back("/tmp");
    EXPECT_TRUE(is_sound(blur.variants.front()));
    EXPECT_FALSE(is_sound(defined.variants.front()));
    EXPECT_FALSE(is_sound(with_folder.variants.front()));
    unsetenv("WARPSCOPE_CUDA_DIR");
}

std::shared_ptr<const RunResult> emulated(const std::string& experiment, const std::string& variant) {
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*course().find(experiment));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    request.input = *input::parse_spec("gradient:76x62");
    request.device = DeviceChoice::emulator;
    auto result = run(request);
    return result ? *result : nullptr; // null without a compiler
}

TEST(FaultCause, NamesLineBlockAndThread) {
    const auto run = emulated("bug_museum", "missing_guard");
    REQUIRE_RUN(run);
    const std::string cause = cause_of_fault(*run).english();
    EXPECT_NE(cause.find("out_of_bounds at missing_guard.cu:9"), std::string::npos) << cause;
    EXPECT_NE(cause.find("block (36, 0, 0)"), std::string::npos) << cause;
}

TEST(GpuAdmission, FaultyKernelsAreExcluded) {
    for (const char* variant : {"missing_guard", "endless_loop"}) {
        const auto run = emulated("bug_museum", variant);
        REQUIRE_RUN(run);
        const auto allowed = allowed_on_gpu(*run, false);
        ASSERT_FALSE(allowed) << variant;
        EXPECT_NE(allowed.error().hint.english().find("--insist"), std::string::npos);
    }
}

TEST(GpuAdmission, OtherBlocksNeedACourseKernel) {
    setenv("WARPSCOPE_CUDA_DIR", WARPSCOPE_SOURCE_DIR "/cuda", 1);
    const auto run = emulated("color_to_gray", "");
    REQUIRE_RUN(run);
    EXPECT_TRUE(allowed_on_gpu(*run, false));
    EXPECT_TRUE(allowed_on_gpu(*run, true));
    RunResult own = *run;
    auto experiment = std::make_shared<catalog::Experiment>(*run->request.experiment);
    for (catalog::Variant& variant : experiment->variants) variant.source = "/tmp/gray.cu";
    own.request.experiment = experiment;
    EXPECT_TRUE(allowed_on_gpu(own, false));
    EXPECT_FALSE(allowed_on_gpu(own, true));
    unsetenv("WARPSCOPE_CUDA_DIR");
}

TEST(FaultCause, SaysWhenNothingIsFound) {
    const auto run = emulated("color_to_gray", "");
    REQUIRE_RUN(run);
    EXPECT_NE(cause_of_fault(*run).english().find("find no errors"), std::string::npos);
}

} // namespace
} // namespace warpscope::session
