#include "gl/headless.hpp"

namespace warpscope::gl {

struct HeadlessContext::Impl {
    ContextInfo info;
    std::string platform;
};

HeadlessContext::HeadlessContext(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create(const HeadlessOptions& /*options*/) {
    return fail(ErrorKind::environment, msg("A page cannot draw without its window."), msg("use the desktop program"));
}

Result<void> HeadlessContext::make_current() { return {}; }
void HeadlessContext::release() {}
const ContextInfo& HeadlessContext::info() const { return impl_->info; }
const std::string& HeadlessContext::platform() const { return impl_->platform; }

} // namespace warpscope::gl
