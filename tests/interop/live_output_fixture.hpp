// Common parts of LiveOutput's tests: runs that double an image, on a fake GPU with a real OpenGL.
#pragma once

#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "gl/headless_fixture.hpp"
#include "gpu/fake_runtime.hpp"
#include "interop/fake_gl_bridge.hpp"
#include "interop/live_output.hpp"
#include "interop/picture.hpp"

namespace warpscope::interop {

namespace code = gpu::code;
using gpu::FakeRuntime;

inline SharedBytes counting(size_t count) {
    Bytes bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 3 + 1);
    return std::make_shared<const Bytes>(std::move(bytes));
}

/// Returns a run that doubles an image of `width` x `height` cells of `channels` bytes.
inline session::RunResult doubling(uint32_t width, uint32_t height, uint32_t channels, SharedBytes contents = nullptr) {
    session::RunResult run;
    run.compiled.ptx = gpu::doubling_ptx;
    ExecutionPlan& plan = run.prepared.plan;
    plan.buffers.resize(2);
    for (PlannedBuffer& buffer : plan.buffers) {
        buffer.layout.channels = channels;
        buffer.layout.shape = {width, height, 1};
    }
    plan.buffers[0].role = BufferRole::input;
    plan.buffers[0].initial = contents ? std::move(contents) : counting(plan.buffers[0].layout.bytes());
    plan.buffers[1].role = BufferRole::output;
    run.prepared.output_buffer = 1;
    PlannedLaunch& launch = plan.launches.emplace_back();
    launch.kernel = "double";
    launch.config.block.x = 32;
    launch.arguments.emplace_back(BufferArgument{0});
    launch.arguments.emplace_back(BufferArgument{1});
    launch.arguments.emplace_back(
        ScalarArgument{"n", ElementType::s32, static_cast<double>(plan.buffers[0].layout.bytes())});
    return run;
}

/// A measurement with one finding.
class FoundFault : public metrics::Measured {
public:
    explicit FoundFault(simt::FindingKind kind)
        : launches_(1) {
        launches_[0].findings.resize(1);
        launches_[0].findings[0].kind = kind;
        launches_[0].finding_count = 1;
    }
    const std::vector<metrics::LaunchMeasurement>& launches() const override { return launches_; }
    HostBuffer buffer(uint32_t) const override { return {}; }
    const simt::Program& program() const override { std::abort(); }
    const ExecutionPlan& plan() const override { std::abort(); }
    bool canceled() const override { return false; }
    Result<metrics::BlockTrace> trace_block(uint32_t, uint64_t, const std::atomic<bool>*) const override {
        return metrics::BlockTrace{};
    }
    Result<metrics::Probe> probe(const metrics::ProbeRequest&, const std::atomic<bool>*) const override {
        return fail(ErrorKind::usage, "nothing can be measured again here");
    }
    std::optional<metrics::BufferCell> locate(uint64_t) const override { return std::nullopt; }
    std::optional<metrics::BufferElement> element(uint64_t) const override { return std::nullopt; }

private:
    std::vector<metrics::LaunchMeasurement> launches_;
};

class LiveOutputTest : public gl::HeadlessContextTest {
protected:
    void SetUp() override {
        gl::HeadlessContextTest::SetUp();
        unsetenv("WARPSCOPE_INTEROP");
        set_kernel(gpu::doubling_kernel);
        // In the fake runtime, surfaces and buffers both hold texels row by row.
        runtime.kernels[picture_to_surface] = runtime.kernels[picture_to_buffer] = make_picture;
        runtime.kernels[picture_to_level] = make_level;
        make();
    }
    void TearDown() override {
        live.reset();
        EXPECT_EQ(bridge.registered, 0);
        EXPECT_EQ(bridge.mapped, 0);
        EXPECT_EQ(bridge.surfaces, 0);
        EXPECT_EQ(runtime.blocks_alive(), 0u);
        EXPECT_EQ(runtime.handles_alive(), 0);
        EXPECT_EQ(runtime.libraries_alive(), 0);
        gl::HeadlessContextTest::TearDown();
    }
    /// Sets the run's kernel and counts its launches.
    void set_kernel(FakeRuntime::KernelBody body) {
        runtime.kernels["_Z6doublePKhPhi"] = [this, body = std::move(body)](const LaunchConfig& config,
                                                                            void** arguments) {
            ++launches;
            body(config, arguments);
        };
    }
    static void make_picture(const LaunchConfig&, void** arguments) {
        auto* target = gpu::argument<uint8_t*>(arguments, 0);
        const auto* source = gpu::argument<const uint8_t*>(arguments, 1);
        const auto cells = gpu::argument<uint32_t>(arguments, 2) * gpu::argument<uint32_t>(arguments, 3);
        const auto channels = gpu::argument<uint32_t>(arguments, 4);
        for (uint32_t cell = 0; cell < cells; ++cell)
            for (uint32_t c = 0; c < 4; ++c)
                target[4 * cell + c] = c == 3 ? 255 : source[cell * channels + (channels == 1 ? 0 : c)];
    }
    static void make_level(const LaunchConfig& config, void** arguments) {
        auto* target = gpu::argument<uint8_t*>(arguments, 0);
        const auto* source = gpu::argument<const uint8_t*>(arguments, 1);
        const auto width = gpu::argument<uint32_t>(arguments, 2), height = gpu::argument<uint32_t>(arguments, 3);
        const uint32_t smaller = std::max(width / 2, 1u), lower = std::max(height / 2, 1u);
        EXPECT_GE(config.grid.x * config.block.x, smaller);
        EXPECT_GE(config.grid.y * config.block.y, lower);
        for (uint32_t y = 0; y < lower; ++y)
            for (uint32_t x = 0; x < smaller; ++x)
                for (uint32_t c = 0; c < 4; ++c) {
                    uint32_t sum = 2;
                    for (const uint32_t j : {2 * y, std::min(2 * y + 1, height - 1)})
                        for (const uint32_t i : {2 * x, std::min(2 * x + 1, width - 1)})
                            sum += source[(j * width + i) * 4 + c];
                    target[(y * smaller + x) * 4 + c] = static_cast<uint8_t>(sum / 4);
                }
    }
    void make() { live = std::make_unique<LiveOutput>(runtime, bridge); }

    void show(const session::RunResult& run) {
        const auto prepared = live->prepare(run);
        EXPECT_TRUE(prepared) << prepared.error().text();
        live->show();
        live->poll();
        live->poll(); // needed the first time: the picture is made only after the kernel has ended
    }
    /// Compares the texture with the doubled input.
    void expect_picture(const session::RunResult& run) {
        const BufferLayout& layout = run.prepared.plan.buffers[1].layout;
        ASSERT_NE(live->texture(), 0u) << live->status().why.english();
        glBindTexture(GL_TEXTURE_2D, live->texture());
        GLint width = 0, height = 0;
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
        ASSERT_EQ(static_cast<uint32_t>(width), layout.shape.width);
        ASSERT_EQ(static_cast<uint32_t>(height), layout.shape.height);
        std::vector<uint8_t> texels(layout.shape.cells() * 4);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        const auto* in = reinterpret_cast<const uint8_t*>(run.prepared.plan.buffers[0].initial->data());
        for (uint64_t cell = 0; cell < layout.shape.cells(); ++cell)
            for (uint32_t c = 0; c < 3; ++c) {
                const uint8_t* element = in + cell * layout.channels + (layout.channels == 1 ? 0 : c);
                ASSERT_EQ(texels[cell * 4 + c], static_cast<uint8_t>(*element * 2)) << "cell " << cell << " " << c;
            }
    }

    FakeRuntime runtime;
    FakeGlBridge bridge;
    int launches = 0;
    std::unique_ptr<LiveOutput> live;
};

} // namespace warpscope::interop
