#include "compile/nvrtc/nvrtc.hpp"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>

#include "base/process/toolkit_program.hpp"
#include "compile/nvrtc/alloca_call_sites.hpp"
#include "compile/nvrtc/header_lines.hpp"
#include "compile/nvrtc/headers.hpp"
#include "compile/nvrtc/options.hpp"
#include "compile/nvrtc/trap_lines.hpp"
#include "compile/output/architecture.hpp"
#include "compile/output/compiler_log.hpp"
#include "compile/output/error_hints.hpp"
#include "compile/output/ptx_file_names.hpp"
#include "compile/source/includes.hpp"
#include "compile/source/newer_features.hpp"

namespace warpscope::compile {
namespace {

using ProgramHandle = struct OpaqueProgram*;
constexpr int success = 0, error_invalid_option = 5, error_compilation = 6;

struct Functions {
    int (*version)(int*, int*);
    int (*supported_count)(int*);
    int (*supported)(int*);
    int (*create)(ProgramHandle*, const char*, const char*, int, const char* const*, const char* const*);
    int (*destroy)(ProgramHandle*);
    int (*compile)(ProgramHandle, int, const char* const*);
    int (*log_size)(ProgramHandle, size_t*);
    int (*log)(ProgramHandle, char*);
    int (*ptx_size)(ProgramHandle, size_t*);
    int (*ptx)(ProgramHandle, char*);
    const char* (*error_text)(int);
};

struct CloseLibrary {
    void operator()(void* library) const { ::dlclose(library); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

/// Newest first; the last is only in development packages.
constexpr std::array library_names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

std::vector<std::string> library_candidates() {
    std::vector<std::string> candidates(library_names.begin(), library_names.end());
    std::vector<std::filesystem::path> roots = toolkit_folders();
    std::vector<std::filesystem::path> versioned;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/local", error))
        if (entry.path().filename().string().starts_with("cuda-")) versioned.push_back(entry.path());
    std::sort(versioned.rbegin(), versioned.rend());
    roots.insert(roots.end(), versioned.begin(), versioned.end());
    roots.emplace_back("/opt/cuda");
    roots.emplace_back("/usr/lib/cuda");
    for (const auto& root : roots)
        for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"})
            for (const char* name : library_names) candidates.push_back((root / folder / name).string());
    return candidates;
}

bool resolve(void* library, Functions& functions) {
    const auto find = [library](const char* name, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
        return function != nullptr;
    };
    return find("nvrtcVersion", functions.version) && find("nvrtcGetNumSupportedArchs", functions.supported_count) &&
           find("nvrtcGetSupportedArchs", functions.supported) && find("nvrtcCreateProgram", functions.create) &&
           find("nvrtcDestroyProgram", functions.destroy) && find("nvrtcCompileProgram", functions.compile) &&
           find("nvrtcGetProgramLogSize", functions.log_size) && find("nvrtcGetProgramLog", functions.log) &&
           find("nvrtcGetPTXSize", functions.ptx_size) && find("nvrtcGetPTX", functions.ptx) &&
           find("nvrtcGetErrorString", functions.error_text);
}

std::string include_folder_near(const std::filesystem::path& library) {
    std::error_code error;
    std::filesystem::path at = std::filesystem::weakly_canonical(library, error).parent_path();
    for (int up = 0; up < 4 && !at.empty() && at != at.root_path(); ++up, at = at.parent_path())
        if (std::filesystem::exists(at / "include" / "cuda_runtime.h", error)) return (at / "include").string();
    return {};
}

class Program {
public:
    Program(const Functions& functions, ProgramHandle handle)
        : functions_(functions)
        , handle_(handle) {}
    ~Program() { functions_.destroy(&handle_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    [[nodiscard]] ProgramHandle get() const { return handle_; }

private:
    const Functions& functions_;
    ProgramHandle handle_;
};

std::string log_of(const Functions& functions, ProgramHandle program) {
    size_t size = 0;
    if (functions.log_size(program, &size) != success || size <= 1) return {};
    std::string log(size, '\0');
    if (functions.log(program, log.data()) != success) return {};
    log.resize(size - 1);
    return log;
}

constexpr const char* default_device = "-default-device";

} // namespace

struct Nvrtc::Impl {
    Library library, builtins;
    Functions functions{};
    std::string name, path, identity;
    std::vector<int> architectures; // 75 means 7.5
    std::optional<NvrtcHeaders> headers;
    mutable std::mutex mutex; // older versions are not thread-safe

    [[nodiscard]] std::string architecture_for(const std::string& asked, std::vector<Diagnostic>& warnings) const;
};

std::string Nvrtc::Impl::architecture_for(const std::string& asked, std::vector<Diagnostic>& warnings) const {
    int number = 0;
    if (asked.starts_with("compute_")) number = std::atoi(asked.c_str() + 8);
    if (number == 0 || architectures.empty()) return asked;
    const int nearest = nearest_architecture(number, architectures);
    if (nearest == number) return asked;
    const std::string instead = fmt::format("compute_{}", nearest);
    warnings.push_back(
        {ErrorKind::failed, msg("{} does not know {}; compiled for {} instead.", name, asked, instead), {}, {}});
    return instead;
}

Nvrtc::Nvrtc(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
Nvrtc::~Nvrtc() = default;
const std::string& Nvrtc::name() const { return impl_->name; }
const std::string& Nvrtc::path() const { return impl_->path; }
const std::string& Nvrtc::header_folder() const { return impl_->headers->toolkit_folder(); }
const std::string& Nvrtc::identity() const { return impl_->identity; }

Result<std::unique_ptr<Nvrtc>> Nvrtc::load(const std::optional<std::string>& setting) {
    if (setting == "none") return fail(ErrorKind::environment, msg("switched off by WARPSCOPE_NVRTC=none"));
    auto impl = std::make_unique<Impl>();
    for (const std::string& candidate : setting ? std::vector<std::string>{*setting} : library_candidates()) {
        impl->library.reset(::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL));
        if (impl->library != nullptr) break;
    }
    if (impl->library == nullptr)
        return fail(ErrorKind::environment, setting ? msg("{} cannot be loaded (WARPSCOPE_NVRTC)", *setting)
                                                    : msg("libnvrtc is not installed"));
    if (!resolve(impl->library.get(), impl->functions))
        return fail(ErrorKind::environment, msg("the libnvrtc found is too old or not NVRTC"));
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(impl->functions.version), &info) != 0 && info.dli_fname != nullptr)
        impl->path = info.dli_fname;
    int major = 0, minor = 0, count = 0;
    if (impl->functions.version(&major, &minor) != success)
        return fail(ErrorKind::environment, msg("{} does not report its version", impl->path));
    impl->name = fmt::format("NVRTC {}.{}", major, minor);
    // NVRTC opens this library by its name only, and the loader may not know the folder.
    std::error_code error;
    const auto builtins = std::filesystem::weakly_canonical(impl->path, error).parent_path() /
                          fmt::format("libnvrtc-builtins.so.{}.{}", major, minor);
    impl->builtins.reset(::dlopen(builtins.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (impl->functions.supported_count(&count) == success && count > 0) {
        impl->architectures.resize(static_cast<size_t>(count));
        if (impl->functions.supported(impl->architectures.data()) != success) impl->architectures.clear();
        std::sort(impl->architectures.begin(), impl->architectures.end());
    }
    impl->headers.emplace(include_folder_near(impl->path));
    impl->identity = impl->name + " " + impl->headers->identity();
    return std::unique_ptr<Nvrtc>(new Nvrtc(std::move(impl)));
}

Result<CompileResult> Nvrtc::compile(const CompileRequest& request) const {
    const Functions& nvrtc = impl_->functions;
    CompileResult result;
    result.compiler = CompilerKind::nvrtc;
    result.compiler_name = impl_->name;

    std::vector<std::string> options{
        "--gpu-architecture=" + impl_->architecture_for(architecture_or_default(request.arch), result.warnings),
        request.debug ? "-G" : "-lineinfo",
        "-include=warpscope/language/math_constants.h",
        "-include=warpscope/math/promote.h",
        "-include=warpscope/language/alloca.h",
        "-include=warpscope/language/host_types.h",
        fmt::format("-std={}", standard_of(request)),
        "--device-int128",
        "-Dregister=", // nvcc accepts `register`, as C++14 does
        "-I" + folder_of(request).string(),
    };
    if (const std::string& toolkit = impl_->headers->toolkit_folder(); !toolkit.empty()) {
        options.push_back("-I" + toolkit);
        options.push_back("-I" + toolkit + "/cccl");
    }
    for (const std::filesystem::path& folder : request.include_folders) options.push_back("-I" + folder.string());
    for (const auto& [name, value] : request.defines) options.push_back(fmt::format("-D{}={}", name, value));
    if (const char* effort = effort_option(request.optimization); effort != nullptr && !request.debug)
        options.emplace_back(effort);

    const NvrtcHeaders::ProvidedHeaders headers = impl_->headers->provided_headers(request);
    std::vector<const char*> names, texts;
    for (const NvrtcHeaders::Header* header : headers) {
        names.push_back(header->name.c_str());
        texts.push_back(header->text.c_str());
    }
    for (const auto& [name, text] : request.headers) {
        names.push_back(name.c_str());
        texts.push_back(text.c_str());
    }
    // NVRTC searches quoted includes relative to this name.
    const std::string program_name = request.folder.empty()
                                         ? request.file
                                         : (request.folder / std::filesystem::path(request.file).filename()).string();

    const std::lock_guard lock(impl_->mutex);
    bool functions_kept = false;
    for (;;) {
        ProgramHandle handle = nullptr;
        int status = nvrtc.create(&handle, request.source.c_str(), program_name.c_str(), static_cast<int>(names.size()),
                                  texts.data(), names.data());
        if (status != success)
            return fail(ErrorKind::environment, msg("{} cannot start: {}.", impl_->name, nvrtc.error_text(status)));
        const Program program(nvrtc, handle);
        std::vector<const char*> raw;
        for (const std::string& option : options) raw.push_back(option.c_str());
        status = nvrtc.compile(program.get(), static_cast<int>(raw.size()), raw.data());
        const auto is_header = [&](std::string_view path) { return impl_->headers->is_header(path, headers); };
        const std::string whole_log = log_of(nvrtc, program.get());
        const std::string log = without_warnings_in(with_name(whole_log, program_name, request.file), is_header);
        if (status == error_invalid_option && is_effort(options.back())) {
            options.back() = "-G";
            continue;
        }
        if (status != success && options.back() == no_inlining) { // some versions lack this option
            options.resize(options.size() - 2);
            continue;
        }
        // Sets the option only if necessary, because NVRTC then accepts any function without __device__. nvcc accepts
        // only constexpr functions and lambdas.
        if (status == error_compilation && log.find(default_device) != std::string::npos &&
            options.front() != default_device) {
            options.insert(options.begin(), default_device);
            result.warnings.push_back({ErrorKind::failed,
                                       msg("Functions without __device__ are compiled for the GPU. nvcc does this only "
                                           "for lambdas and, with --expt-relaxed-constexpr, for constexpr functions."),
                                       {request.file, 0, 0},
                                       {}});
            continue;
        }
        if (status == error_compilation) {
            Diagnostic failure = failure_from(log, msg("{} does not compile.", request.file));
            if (options.front() == default_device) {
                failure.hint = hint_for_error(failure.message.english());
                if (failure.hint.empty()) failure.hint = msg("functions that kernels call need __device__");
            } else if (!result.warnings.empty()) {
                failure.hint = result.warnings.front().message;
            }
            return tl::unexpected(std::move(failure));
        }
        size_t size = 0;
        if (status == success) status = nvrtc.ptx_size(program.get(), &size);
        result.ptx.resize(size);
        if (status == success) status = nvrtc.ptx(program.get(), result.ptx.data());
        if (status != success)
            return fail(ErrorKind::environment,
                        msg("{} failed: {}.", impl_->name, nvrtc.error_text(status)).with_log(log));
        while (result.ptx.ends_with('\0')) result.ptx.pop_back();
        result.ptx = with_header_lines_at_calls(result.ptx, is_header);
        if (!functions_kept && alloca_left_its_function(result.ptx)) {
            functions_kept = true;
            keep_functions(options);
            continue;
        }
        std::error_code error;
        const std::filesystem::path path = std::filesystem::absolute(program_name, error);
        result.ptx = with_lines_of_traps(std::move(result.ptx), parse_log(whole_log), is_header);
        result.ptx = with_files_as_given(std::move(result.ptx), {request.file, path, absolute_folder_of(request)});
        for (Diagnostic& warning : warnings_from(log)) result.warnings.push_back(std::move(warning));
        return result;
    }
}

} // namespace warpscope::compile
