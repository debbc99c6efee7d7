// Pictures of LiveOutput: paths to the screen, and runs that are not shown.
#include "interop/live_output_fixture.hpp"
#include "interop/shades.hpp"

namespace warpscope::interop {
namespace {

TEST_F(LiveOutputTest, SharesATextureWithOpenGl) {
    for (const uint32_t channels : {1u, 3u, 4u})
        for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 13u}, {31u, 1u}, {7u, 5u}}) {
            const session::RunResult run = doubling(width, height, channels);
            show(run);
            expect_picture(run);
        }
    const LiveStatus status = live->status();
    EXPECT_TRUE(status.active);
    EXPECT_EQ(status.path, "shared texture");
    EXPECT_EQ(status.why, "");
    EXPECT_EQ(status.device, "Fake GPU");
    EXPECT_EQ(status.compute, "sm_90");
    EXPECT_GT(status.kernel_ms, 0);
    EXPECT_EQ(status.pictures, 12u);
    EXPECT_EQ(runtime.calls["copy_to_host"], 4) << "only single-channel values for charts are copied";
    EXPECT_EQ(runtime.calls["wait"], 12) << "only uploads wait, on the worker";
}

TEST_F(LiveOutputTest, SmallerLevelsAreMeans) {
    constexpr size_t width = 300, height = 130, half = width / 2;
    std::vector<uint8_t> bytes(width * height);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 23 % 101);
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    const session::RunResult run =
        doubling(width, height, 1, std::make_shared<const Bytes>(first, first + bytes.size()));
    for (const char* path : {"shared texture", "host copy"}) {
        show(run);
        ASSERT_EQ(live->status().path, path);
        glBindTexture(GL_TEXTURE_2D, live->texture());
        std::vector<uint32_t> texels(half * height / 2), last(width / 4 * (height / 4));
        glGetTexImage(GL_TEXTURE_2D, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        glGetTexImage(GL_TEXTURE_2D, 2, GL_RGBA, GL_UNSIGNED_BYTE, last.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        EXPECT_EQ(last.back() >> 24, 255u) << path;
        for (size_t y = 0; y < height / 2; ++y)
            for (size_t x = 0; x < half; ++x) {
                const uint8_t* const four = &bytes[2 * y * width + 2 * x];
                ASSERT_NEAR(texels[y * half + x] & 0xff, (four[0] + four[1] + four[width] + four[width + 1]) / 2.0, 1)
                    << path << " " << x << " " << y;
            }
        bridge.devices.clear();
        make();
    }
}

TEST_F(LiveOutputTest, QuickKernelMapsTheTextureFirst) {
    show(doubling(7, 5, 3)); // this first launch measures the kernel's duration
    set_kernel([this](const LaunchConfig& config, void** arguments) {
        EXPECT_EQ(bridge.mapped, 1) << "late mapping adds a switch to OpenGL";
        gpu::doubling_kernel(config, arguments);
    });
    show(doubling(7, 5, 3));
    EXPECT_EQ(launches, 2);
    EXPECT_EQ(bridge.mapped, 0);
}

TEST_F(LiveOutputTest, ReusesTexturesAndUploads) {
    const SharedBytes image = counting(7 * 5 * 3);
    for (int i = 0; i < 5; ++i) show(doubling(7, 5, 3, image));
    EXPECT_EQ(bridge.registrations, 2) << "one to draw with, one to write";
    EXPECT_EQ(runtime.calls["copy_to_device"], 1);
    EXPECT_EQ(runtime.calls["load"], 2) << "both the run's kernel and Warpscope's";
    EXPECT_EQ(launches, 5);
    show(doubling(7, 6, 3));
    EXPECT_EQ(bridge.registrations, 3);
    EXPECT_EQ(bridge.registered, 1);
    EXPECT_EQ(runtime.calls["copy_to_device"], 2);
}

TEST_F(LiveOutputTest, ShowsEachRunOnce) {
    show(doubling(7, 5, 3));
    live->show();
    live->show();
    EXPECT_EQ(launches, 1);
}

TEST_F(LiveOutputTest, OutputStartsWithItsContents) {
    set_kernel([](const LaunchConfig&, void** arguments) {
        auto* out = gpu::argument<uint8_t*>(arguments, 1);
        for (int i = 0; i < 35; ++i) out[i] = static_cast<uint8_t>(out[i] * 2);
    });
    session::RunResult run = doubling(7, 5, 1);
    run.prepared.plan.buffers[1].initial = run.prepared.plan.buffers[0].initial;
    show(run);
    expect_picture(run);
    bridge.devices.clear();
    make();
    show(run);
    expect_picture(run);
}

TEST_F(LiveOutputTest, MissingDriverMakesItInactive) {
    runtime.driver = 0;
    runtime.failures["device_count"] = code::insufficient_driver;
    show(doubling(7, 5, 3));
    EXPECT_FALSE(live->status().active);
    EXPECT_EQ(live->status().why, "no NVIDIA driver found");
    EXPECT_EQ(live->texture(), 0u);
    EXPECT_EQ(runtime.calls["allocate"], 0);
}

TEST_F(LiveOutputTest, SystemRuntimeNeverFails) {
    LiveOutput system;
    const auto prepared = system.prepare(doubling(7, 5, 3));
    system.show();
    system.poll();
    while (system.under_way() && !system.overdue()) system.poll(); // a real GPU takes time
    if (!system.status().active) {
        EXPECT_NE(system.status().why, "");
        EXPECT_EQ(system.texture(), 0u);
    }
}

TEST_F(LiveOutputTest, OtherDeviceUsesHostCopy) {
    bridge.devices = {1};
    const session::RunResult run = doubling(7, 5, 3);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().path, "host copy");
    EXPECT_NE(live->status().why.english().find(context_->renderer()), std::string::npos);
    EXPECT_NE(live->status().why.english().find("is not the CUDA device"), std::string::npos);
    EXPECT_EQ(bridge.registrations, 0);
}

TEST_F(LiveOutputTest, OtherOpenGlUsesHostCopy) {
    bridge.failures["gl_devices"] = code::operating_system;
    const session::RunResult run = doubling(1, 1, 1);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().path, "host copy");
}

TEST_F(LiveOutputTest, FailedRegistrationUsesHostCopy) {
    bridge.failures["register_texture"] = code::unknown;
    const session::RunResult run = doubling(13, 3, 3);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().path, "host copy");
    EXPECT_EQ(live->status().why, "CUDA cannot use OpenGL's texture (error 999)");
}

TEST_F(LiveOutputTest, FailedMappingUsesHostCopy) {
    show(doubling(7, 5, 3));
    bridge.failures["map"] = code::unknown;
    const session::RunResult run = doubling(7, 5, 3);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().why, "CUDA cannot map OpenGL's texture (error 999)");
    EXPECT_EQ(bridge.registered, 0);
    bridge.failures = {{"make_surface", code::invalid_value}};
    make();
    show(run);
    expect_picture(run);
    EXPECT_EQ(bridge.mapped, 0);
}

TEST_F(LiveOutputTest, EnvironmentForcesTheHostCopy) {
    setenv("WARPSCOPE_INTEROP", "off", 1);
    const session::RunResult run = doubling(5, 7, 4);
    show(run);
    expect_picture(run);
    EXPECT_EQ(live->status().path, "host copy");
    EXPECT_EQ(live->status().why, "WARPSCOPE_INTEROP=off");
    unsetenv("WARPSCOPE_INTEROP");
}

TEST_F(LiveOutputTest, OnlyNewestRunWaits) {
    for (const bool shared : {true, false}) {
        if (!shared) bridge.devices.clear();
        make();
        launches = 0;
        runtime.events_pass = false;
        const session::RunResult first = doubling(7, 5, 3);
        const session::RunResult last = doubling(7, 5, 3, std::make_shared<const Bytes>(105, std::byte{5}));
        show(first);
        EXPECT_TRUE(live->under_way());
        EXPECT_EQ(live->texture(), 0u) << "nothing has arrived yet";
        EXPECT_FALSE(live->status().active);
        show(doubling(7, 5, 3));
        show(last);
        EXPECT_EQ(launches, 1);
        runtime.events_pass = true;
        live->poll();
        if (shared) live->poll();              // the first poll only sees the kernel's end
        expect_picture(shared ? last : first); // the next run is launched immediately and known to be quick
        EXPECT_TRUE(live->status().active);
        live->poll();
        expect_picture(last);
        EXPECT_EQ(launches, 2);
        EXPECT_FALSE(live->under_way());
    }
}

TEST_F(LiveOutputTest, QuickPictureIsShownAtOnce) {
    show(doubling(7, 5, 3)); // this first launch measures the kernel's duration
    runtime.events_pass = false;
    const session::RunResult next = doubling(7, 5, 3, std::make_shared<const Bytes>(105, std::byte{5}));
    show(next);
    EXPECT_TRUE(live->under_way());
    EXPECT_EQ(bridge.mapped, 0);
    EXPECT_EQ(live->status().pictures, 2u);
    expect_picture(next);
    runtime.events_pass = true;
    live->poll();
    EXPECT_FALSE(live->under_way());
    EXPECT_EQ(live->status().pictures, 2u);
}

TEST_F(LiveOutputTest, HoldKeepsTexturesFromCuda) {
    const session::RunResult first = doubling(7, 5, 3);
    show(first); // measures that the launch is short
    live->hold(true);
    const session::RunResult next = doubling(7, 5, 3, std::make_shared<const Bytes>(105, std::byte{5}));
    ASSERT_TRUE(live->prepare(next));
    ASSERT_TRUE(live->show());
    EXPECT_EQ(launches, 2) << "the kernel must not wait";
    for (int i = 0; i < 3; ++i) live->poll();
    EXPECT_TRUE(live->under_way());
    EXPECT_EQ(bridge.mapped, 0);
    EXPECT_EQ(live->status().pictures, 1u);
    expect_picture(first);
    live->hold(false);
    live->poll(); // starts the picture
    live->poll(); // completes the picture
    EXPECT_FALSE(live->under_way());
    expect_picture(next);
}

TEST_F(LiveOutputTest, PreparesAtOnceWithoutNewWork) {
    const SharedBytes image = counting(7 * 5 * 3);
    session::RunResult run = doubling(7, 5, 3, image);
    EXPECT_FALSE(live->prepare_now(run)) << "nothing has been compiled";
    show(run);
    std::get<ScalarArgument>(run.prepared.plan.launches[0].arguments[2]).value = 50;
    const int loads = runtime.calls["load"], uploads = runtime.calls["copy_to_device"];
    EXPECT_TRUE(live->prepare_now(run));
    live->show();
    EXPECT_EQ(launches, 2);
    EXPECT_EQ(runtime.calls["load"], loads);
    EXPECT_EQ(runtime.calls["copy_to_device"], uploads);

    EXPECT_FALSE(live->prepare_now(doubling(7, 5, 3))) << "another input";
    session::RunResult other = run;
    other.compiled.ptx += "\n";
    EXPECT_FALSE(live->prepare_now(other)) << "another kernel";
    other = run;
    other.prepared.plan.buffers[1].initial = counting(7 * 5 * 3);
    EXPECT_FALSE(live->prepare_now(other)) << "contents that the GPU does not have";
    other = run;
    other.prepared.plan.buffers.resize(3);
    other.prepared.plan.buffers[2].layout.shape = {1000, 1, 1};
    other.prepared.plan.buffers[2].role = BufferRole::scratch;
    EXPECT_FALSE(live->prepare_now(other)) << "memory that is not reserved";
    other = run;
    other.measured = std::make_shared<FoundFault>(simt::FindingKind::out_of_bounds);
    EXPECT_FALSE(live->prepare_now(other));
    runtime.devices = 2;
    make();
    show(run);
    live->use(1);
    EXPECT_FALSE(live->prepare_now(run)) << "another GPU";
}

// Buffers are restored before each run, because histograms, for example, must count from zero.
TEST_F(LiveOutputTest, OutputsRestartFromTheirContents) {
    session::RunResult run = doubling(7, 5, 1);
    ExecutionPlan& plan = run.prepared.plan;
    plan.buffers.resize(4);
    for (PlannedBuffer& buffer : plan.buffers) {
        buffer.layout.channels = 1;
        buffer.layout.shape = {7, 5, 1};
    }
    plan.buffers[1].initial = plan.buffers[0].initial;
    plan.buffers[2].role = plan.buffers[3].role = BufferRole::scratch;
    plan.buffers[2].initial = counting(7 * 5);
    plan.launches[0].arguments[0] = BufferArgument{2};
    set_kernel([](const LaunchConfig&, void** arguments) {
        auto* own = gpu::argument<uint8_t*>(arguments, 0);
        auto* out = gpu::argument<uint8_t*>(arguments, 1);
        for (int i = 0; i < 35; ++i) {
            EXPECT_EQ(own[i], static_cast<uint8_t>(i * 3 + 1));
            out[i] = static_cast<uint8_t>(out[i] + own[i]);
            own[i] = 0;
        }
    });
    show(run);
    expect_picture(run);
    const int reserved = runtime.calls["allocate"], uploads = runtime.calls["copy_to_device"];
    for (int move = 0; move < 6; ++move) {
        ASSERT_TRUE(live->prepare_now(run));
        if (move % 3 == 2) continue; // the slider is faster than the frames
        live->show();
        live->poll();
        live->poll();
        expect_picture(run);
    }
    EXPECT_EQ(launches, 5);
    EXPECT_EQ(runtime.calls["copy_to_device"], uploads);
    EXPECT_LE(runtime.calls["allocate"], reserved + 1) << "a second texture needs one more allocation";
}

TEST_F(LiveOutputTest, TexturesFollowTheirContents) {
    std::vector<uint64_t> objects;
    set_kernel([&](const LaunchConfig&, void** arguments) {
        objects.push_back(gpu::argument<uint64_t>(arguments, 0));
        std::memset(gpu::argument<uint8_t*>(arguments, 1), 9, 35);
    });
    const auto of = [](const SharedBytes& image) {
        session::RunResult run = doubling(7, 5, 1, image);
        run.prepared.plan.textures.push_back({"picture", 0, {}});
        run.prepared.plan.launches[0].arguments[0] = TextureArgument{0};
        return run;
    };
    const session::RunResult run = of(counting(35));
    show(run);
    EXPECT_TRUE(live->status().active) << live->status().why.english();
    EXPECT_TRUE(live->prepare_now(run));
    live->show();
    live->poll();
    const session::RunResult other = of(counting(35));
    EXPECT_FALSE(live->prepare_now(other));
    show(other);
    show(run);
    EXPECT_EQ(objects, (std::vector<uint64_t>{1, 1, 2, 1}));
}

TEST_F(LiveOutputTest, EmulatorCanBeChosen) {
    show(doubling(7, 5, 3));
    session::RunResult run = doubling(7, 5, 3);
    run.request.device = session::DeviceChoice::emulator;
    show(run);
    EXPECT_FALSE(live->status().active);
    EXPECT_EQ(live->status().why, "the emulator was chosen");
    EXPECT_EQ(launches, 1);
    show(doubling(7, 5, 3));
    EXPECT_TRUE(live->status().active);
}

TEST_F(LiveOutputTest, OversizedOutputIsExplained) {
    session::RunResult run = doubling(7, 5, 1);
    run.prepared.plan.buffers[1].layout.name = "sums";
    run.prepared.plan.buffers[1].layout.shape.depth = 5000;
    show(run);
    EXPECT_EQ(live->status().why, "a picture of 'sums' has 7 by 25000 texels, which is more than OpenGL takes");
}

// The fake kernel takes the lowest byte of each word.
TEST_F(LiveOutputTest, OtherTypesBecomeBytes) {
    uint64_t low = 0, high = 1;
    runtime.kernels[find_range] = [&](const LaunchConfig&, void** arguments) {
        const auto* range = gpu::argument<const uint64_t*>(arguments, 0);
        low = range[0];
        high = range[1];
        EXPECT_EQ(gpu::argument<uint64_t>(arguments, 2), 35u);
    };
    runtime.kernels[to_shades] = [](const LaunchConfig&, void** arguments) {
        auto* target = gpu::argument<uint8_t*>(arguments, 0);
        const auto* source = gpu::argument<const int32_t*>(arguments, 1);
        for (uint64_t i = 0; i < gpu::argument<uint64_t>(arguments, 3); ++i)
            target[i] = static_cast<uint8_t>(source[i]);
    };
    session::RunResult run = doubling(7 * 4, 5, 1);
    run.prepared.plan.buffers[1].layout.type = ElementType::s32;
    run.prepared.plan.buffers[1].layout.shape.width = 7;
    show(run);
    ASSERT_TRUE(live->status().active) << live->status().why.english();
    EXPECT_EQ(low, ~uint64_t{0});
    EXPECT_EQ(high, 0u);
    std::vector<uint8_t> texels(size_t{4} * 7 * 5);
    glBindTexture(GL_TEXTURE_2D, live->texture());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    const Bytes& in = *run.prepared.plan.buffers[0].initial;
    for (size_t i = 0; i < 35; ++i)
        EXPECT_EQ(texels[4 * i], static_cast<uint8_t>(std::to_integer<int>(in[4 * i]) * 2)) << i;
}

} // namespace
} // namespace warpscope::interop
