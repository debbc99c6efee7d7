#include "gl/headless.hpp"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

namespace warpscope::gl {
namespace {

constexpr std::string_view install_hint = "install libegl1 and libgl1-mesa-dri (or the NVIDIA driver's EGL)";

/// Functions of libEGL. Never unloaded, because drivers keep threads in it.
struct Egl {
    PFNEGLGETPROCADDRESSPROC get_proc_address = nullptr;
    PFNEGLQUERYSTRINGPROC query_string = nullptr;
    PFNEGLGETERRORPROC get_error = nullptr;
    PFNEGLGETDISPLAYPROC get_display = nullptr;
    PFNEGLINITIALIZEPROC initialize = nullptr;
    PFNEGLTERMINATEPROC terminate = nullptr;
    PFNEGLBINDAPIPROC bind_api = nullptr;
    PFNEGLCHOOSECONFIGPROC choose_config = nullptr;
    PFNEGLCREATECONTEXTPROC create_context = nullptr;
    PFNEGLDESTROYCONTEXTPROC destroy_context = nullptr;
    PFNEGLCREATEPBUFFERSURFACEPROC create_pbuffer = nullptr;
    PFNEGLDESTROYSURFACEPROC destroy_surface = nullptr;
    PFNEGLMAKECURRENTPROC make_current = nullptr;
    PFNEGLGETCURRENTCONTEXTPROC get_current_context = nullptr;
    // The next three are null if EGL lacks their extensions.
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
    PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
    PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string = nullptr;
    std::string problem;
};

Egl load_egl() {
    Egl egl;
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        egl.problem = "No EGL: libEGL.so.1 cannot be loaded.";
        return egl;
    }
    const auto load = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        if (!function) egl.problem = fmt::format("No EGL: libEGL.so.1 has no {}.", name);
    };
    load(egl.get_proc_address, "eglGetProcAddress");
    load(egl.query_string, "eglQueryString");
    load(egl.get_error, "eglGetError");
    load(egl.get_display, "eglGetDisplay");
    load(egl.initialize, "eglInitialize");
    load(egl.terminate, "eglTerminate");
    load(egl.bind_api, "eglBindAPI");
    load(egl.choose_config, "eglChooseConfig");
    load(egl.create_context, "eglCreateContext");
    load(egl.destroy_context, "eglDestroyContext");
    load(egl.create_pbuffer, "eglCreatePbufferSurface");
    load(egl.destroy_surface, "eglDestroySurface");
    load(egl.make_current, "eglMakeCurrent");
    load(egl.get_current_context, "eglGetCurrentContext");
    if (!egl.problem.empty()) return egl;
    const auto load_extension = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(egl.get_proc_address(name));
    };
    load_extension(egl.get_platform_display, "eglGetPlatformDisplayEXT");
    load_extension(egl.query_devices, "eglQueryDevicesEXT");
    load_extension(egl.query_device_string, "eglQueryDeviceStringEXT");
    return egl;
}

const Egl& egl() {
    static const Egl functions = load_egl();
    return functions;
}

bool lists(const char* extensions, std::string_view wanted) {
    std::string_view rest = extensions ? extensions : "";
    while (!rest.empty()) {
        const size_t end = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, end) == wanted) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

/// A process has one EGL display per device, and contexts share it.
class Display {
public:
    [[nodiscard]] static std::unique_ptr<Display> open(EGLDisplay handle) {
        if (handle == EGL_NO_DISPLAY) return nullptr;
        const std::lock_guard lock(mutex());
        if (!egl().initialize(handle, nullptr, nullptr)) return nullptr;
        ++users()[handle];
        return std::unique_ptr<Display>(new Display(handle));
    }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;
    ~Display() {
        const std::lock_guard lock(mutex());
        if (--users()[handle] == 0) egl().terminate(handle);
    }

    const EGLDisplay handle;

private:
    explicit Display(EGLDisplay handle)
        : handle(handle) {}
    static std::mutex& mutex() {
        static std::mutex mutex;
        return mutex;
    }
    static std::map<EGLDisplay, int>& users() {
        static std::map<EGLDisplay, int> users;
        return users;
    }
};

struct Candidate {
    std::string platform;
    EGLDisplay display = EGL_NO_DISPLAY;
};

/// Returns software renderers if `software`, otherwise GPUs, NVIDIA's first.
std::vector<Candidate> devices(bool software) {
    if (!egl().get_platform_display || !egl().query_devices || !egl().query_device_string) return {};
    EGLint count = 0;
    if (!egl().query_devices(0, nullptr, &count) || count <= 0) return {};
    std::vector<EGLDeviceEXT> handles(static_cast<size_t>(count));
    if (!egl().query_devices(count, handles.data(), &count)) return {};
    handles.resize(static_cast<size_t>(count));
    const auto has = [](EGLDeviceEXT device, std::string_view extension) {
        return lists(egl().query_device_string(device, EGL_EXTENSIONS), extension);
    };
    std::erase_if(handles, [&](EGLDeviceEXT device) { return has(device, "EGL_MESA_device_software") != software; });
    std::stable_partition(handles.begin(), handles.end(),
                          [&](EGLDeviceEXT device) { return has(device, "EGL_NV_device_cuda"); });
    std::vector<Candidate> found;
    for (EGLDeviceEXT device : handles)
        found.push_back({"EGL device", egl().get_platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr)});
    return found;
}

std::vector<Candidate> candidates(bool prefer_gpu) {
    std::vector<Candidate> all = devices(!prefer_gpu);
    if (egl().get_platform_display &&
        lists(egl().query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless"))
        all.push_back({"EGL surfaceless", egl().get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr)});
    std::ranges::move(devices(prefer_gpu), std::back_inserter(all));
    all.push_back({"EGL pbuffer", egl().get_display(EGL_DEFAULT_DISPLAY)});
    return all;
}

} // namespace

struct HeadlessContext::Impl {
    std::unique_ptr<Display> display;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;
    std::string platform;
    ContextInfo info;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (!display) return;
        release();
        if (surface != EGL_NO_SURFACE) egl().destroy_surface(display->handle, surface);
        if (context != EGL_NO_CONTEXT) egl().destroy_context(display->handle, context);
    }

    std::string open(const Candidate& candidate, bool debug) {
        platform = candidate.platform;
        const auto failed = [](std::string_view call) {
            return fmt::format("{} failed ({:#06x})", call, static_cast<unsigned>(egl().get_error()));
        };
        display = Display::open(candidate.display);
        if (!display) return failed("eglInitialize");
        if (!egl().bind_api(EGL_OPENGL_API)) return failed("eglBindAPI");
        const bool needs_surface =
            !lists(egl().query_string(display->handle, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context");
        const std::array config_attributes{EGL_SURFACE_TYPE, needs_surface ? EGL_PBUFFER_BIT : 0, EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint configs = 0;
        if (!egl().choose_config(display->handle, config_attributes.data(), &config, 1, &configs) || configs == 0)
            return failed("eglChooseConfig");
        const std::array context_attributes{EGL_CONTEXT_MAJOR_VERSION,
                                            3,
                                            EGL_CONTEXT_MINOR_VERSION,
                                            3,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                            EGL_CONTEXT_OPENGL_DEBUG,
                                            debug ? EGL_TRUE : EGL_FALSE,
                                            EGL_NONE};
        context = egl().create_context(display->handle, config, EGL_NO_CONTEXT, context_attributes.data());
        if (context == EGL_NO_CONTEXT) return failed("eglCreateContext");
        if (needs_surface) {
            const std::array size{EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
            surface = egl().create_pbuffer(display->handle, config, size.data());
            if (surface == EGL_NO_SURFACE) return failed("eglCreatePbufferSurface");
        }
        return make_current() ? std::string{} : failed("eglMakeCurrent");
    }

    [[nodiscard]] bool make_current() const {
        egl().bind_api(EGL_OPENGL_API); // applies to this thread only
        return egl().make_current(display->handle, surface, surface, context) == EGL_TRUE;
    }

    void release() const {
        if (egl().get_current_context() == context)
            egl().make_current(display->handle, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
};

Result<HeadlessContext> HeadlessContext::create(const HeadlessOptions& options) {
    if (!egl().problem.empty()) return fail(ErrorKind::environment, egl().problem, std::string(install_hint));
    std::string attempts;
    for (const Candidate& candidate : candidates(options.prefer_gpu)) {
        auto impl = std::make_unique<Impl>();
        std::string problem = impl->open(candidate, options.debug);
        if (problem.empty()) {
            auto info = load(egl().get_proc_address);
            if (info) {
                impl->info = std::move(*info);
                return HeadlessContext(std::move(impl));
            }
            problem = info.error().message.english();
        }
        attempts += fmt::format("{}{}: {}", attempts.empty() ? "" : "; ", candidate.platform, problem);
    }
    return fail(ErrorKind::environment, "No OpenGL without a display: " + attempts + ".", std::string(install_hint));
}

HeadlessContext::HeadlessContext(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<void> HeadlessContext::make_current() {
    if (impl_->make_current()) return {};
    return fail(ErrorKind::environment,
                msg("The OpenGL context cannot be made current ({:#06x}).", static_cast<unsigned>(egl().get_error())),
                msg("it may still be current on another thread"));
}

void HeadlessContext::release() { impl_->release(); }
const ContextInfo& HeadlessContext::info() const { return impl_->info; }
const std::string& HeadlessContext::platform() const { return impl_->platform; }

} // namespace warpscope::gl
