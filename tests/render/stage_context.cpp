#include "render/stage_context.hpp"

#include <cstdlib>
#include <utility>

#include "gl/headless.hpp"

namespace warpscope::test {
namespace {

class HeadlessStageContext : public StageContext {
public:
    explicit HeadlessStageContext(gl::HeadlessContext context)
        : context_(std::move(context)) {}
    [[nodiscard]] const gl::ContextInfo& info() const override { return context_.info(); }

private:
    gl::HeadlessContext context_;
};

} // namespace

Result<std::unique_ptr<StageContext>> create_stage_context() {
    const char* gpu = std::getenv("WARPSCOPE_TEST_GPU");
    auto context = gl::HeadlessContext::create({.prefer_gpu = gpu != nullptr && *gpu == '1', .debug = true});
    if (!context) return tl::unexpected(context.error());
    return std::make_unique<HeadlessStageContext>(std::move(*context));
}

} // namespace warpscope::test
