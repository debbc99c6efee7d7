#include "program/clang_build.hpp"

#include <algorithm>
#include <array>
#include <future>
#include <set>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/process/subprocess.hpp"
#include "base/symbol_name.hpp"
#include "compile/compile_watch.hpp"
#include "compile/output/compiler_log.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/host_code.hpp"
#include "program/build_hints.hpp"
#include "program/host_headers.hpp"
#include "program/run.hpp"
#include "program/sample_headers.hpp"
#include "ptx/rewrite/link.hpp"
#include "runtime/fat_binary.hpp"

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds clang_limit{300};
constexpr const char* header_folder = "cuda_host_headers";
/// Prelude headers that host headers include.
constexpr std::array<std::string_view, 2> shared_headers{"warpscope/language/memory_types.h",
                                                         "warpscope/language/complex.h"};
/// Replaces device code in the assembly until the host code's template instances are known.
constexpr std::string_view placeholder = "warpscope: device code";
/// Symbol of the device code; a valid C++ name, because code for managed variables uses it
constexpr std::string_view managed_handle = "ws_fatbin_wrapper";
/// C code that registers linked device code. Arguments: its file, number of registering files.
constexpr const char* linked_module = R"c(
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaUnregisterFatBinary(void**);
int atexit(void (*)(void));
extern const char ws_linked_code[] __attribute__((visibility("hidden")));
__asm__(".pushsection .nv_fatbin,\"a\"\n.p2align 3\nws_linked_code:\n.incbin \"{}\"\n.popsection");
struct {{
    unsigned magic, version;
    const void *data, *linked;
}} ws_linked_wrapper __attribute__((section(".nvFatBinSegment"))) = {{0x466243b1, 1, ws_linked_code, 0}};
static void** module;
static int registered;
static void leave(void) {{ __cudaUnregisterFatBinary(module); }}
void ws_register_linked(void (*names)(void**), void* own, void* id, void (*unused)(void*)) {{
    if (registered == 0) {{
        module = __cudaRegisterFatBinary(&ws_linked_wrapper);
        atexit(leave);
    }}
    names(module);
    if (++registered == {}) __cudaRegisterFatBinaryEnd(module);
}}
)c";

/// Returns the template instances that host code launches, such as "scale<float>(float*, int)".
std::vector<std::string> launched_in(std::string_view assembly) {
    constexpr std::string_view stub = "__device_stub__";
    std::set<std::string> found;
    for (size_t at = assembly.find(stub); at != std::string_view::npos; at = assembly.find(stub, at + 1)) {
        size_t begin = assembly.rfind('\n', at);
        begin = begin == std::string_view::npos ? 0 : begin + 1;
        const std::string_view line = assembly.substr(begin, assembly.find('\n', at) - begin);
        const size_t colon = line.find(':');
        if (!line.starts_with("_Z") || colon == std::string_view::npos) continue;
        const std::string whole = written_name(line.substr(0, colon));
        const NameParts parts = parts_of(whole);
        std::string name(parts.name);
        if (const size_t prefix = name.find(stub); prefix != std::string::npos) name.erase(prefix, stub.size());
        if (name.ends_with('>')) found.insert(name + std::string(parts.parameters));
    }
    return {found.begin(), found.end()};
}

class ClangBuild {
public:
    ClangBuild(const HostCompiler& compiler, const BuildRequest& request, fs::path folder)
        : clang_(compiler.path)
        , capability_(compiler.capability)
        , request_(request)
        , folder_(std::move(folder))
        , options_(options_for_headers(request)) {}

    Result<std::vector<Diagnostic>> build(const fs::path& executable) {
        if (auto written = write_headers(); !written) return tl::unexpected(written.error());
        auto alone = make(executable, false);
        const auto& sources = request_.sources;
        const auto files = std::ranges::count_if(sources, [](const fs::path& s) { return s.extension() == ".cu"; });
        if (files < 2 || !names_other_files_) return alone;
        // Links all device code into one module, because device code refers to other files.
        warnings_.clear();
        return make(executable, true);
    }

private:
    Result<void> write_headers() {
        for (const HostHeader& header : host_headers())
            if (auto written = write_file(folder_ / header_folder / header.name, header.text); !written) return written;
        for (const compile::PreludeHeader& header : compile::prelude_headers())
            if (std::ranges::find(shared_headers, header.name) != shared_headers.end())
                if (auto written = write_file(folder_ / header_folder / header.name, header.text); !written)
                    return written;
        if (auto written = write_sample_headers(folder_ / header_folder); !written)
            return tl::unexpected(written.error());
        return {};
    }

    /// `linked`: one device module for all files.
    Result<std::vector<Diagnostic>> make(const fs::path& executable, bool linked) {
        std::vector<std::string> link{clang_, "-o", executable.string()};
        for (size_t i = 0; i < request_.sources.size(); ++i) {
            const auto made = request_.sources[i].extension() == ".cu" ? add_cuda(i, linked) : add_other(i);
            if (!made) return tl::unexpected(made.error());
            link.push_back(made->string());
        }
        if (linked) {
            const auto made = add_linked();
            if (!made) return tl::unexpected(made.error());
            link.push_back(made->string());
        }
        link.push_back((runtime_folder() / "libcudart.so.13").string());
        link.insert(link.end(), {"-pthread", "-ldl"});
        link.insert(link.end(), options_.compiler.begin(), options_.compiler.end());
        link.insert(link.end(), options_.libraries.begin(), options_.libraries.end());
        if (auto done = compile(link, request_.sources.front()); !done) {
            names_other_files_ =
                names_other_files_ || done.error().text().find("undefined reference") != std::string::npos;
            return tl::unexpected(done.error());
        }
        return std::move(warnings_);
    }

    Result<void> compile(const std::vector<std::string>& command, const fs::path& source) {
        const std::chrono::seconds limit = compile::compile_limit(clang_limit);
        const auto ran = run_process(command, limit, request_.cancel);
        if (!ran) return tl::unexpected(ran.error());
        if (ran->canceled) return fail(ErrorKind::canceled, msg("Stopped while it was built."));
        if (ran->timed_out)
            return fail(ErrorKind::failed,
                        msg("{}: clang took longer than {} seconds and was stopped.", source.string(), limit.count()),
                        msg("{}=SECONDS sets the limit", compile::compile_limit_variable));
        const std::string whole = absolute(source).string(), given = source.string();
        const std::string log = compile::with_name(ran->output, whole, given);
        if (ran->exit_status != 0) {
            Diagnostic failure = compile::failure_from(log, msg("{} does not compile.", given));
            failure.hint = hint_for_build(log);
            return tl::unexpected(std::move(failure));
        }
        for (Diagnostic& warning : compile::warnings_from(log)) warnings_.push_back(std::move(warning));
        return {};
    }

    static fs::path absolute(const fs::path& source) {
        std::error_code error;
        return fs::absolute(source, error).lexically_normal();
    }

    [[nodiscard]] std::vector<std::string> host_command(const fs::path& source) const {
        std::vector<std::string> command{clang_,
                                         "-O2",
                                         "-gdwarf-4",
                                         "-gline-tables-only", // must follow -gdwarf-4
                                         "-fno-color-diagnostics",
                                         "-fno-delete-null-pointer-checks", // keeps faulty accesses, which are reported
                                         "-fstack-protector-strong",        // reports writes past local arrays
                                         "-isystem" + (folder_ / header_folder).string(),
                                         "-isystem" + (folder_ / header_folder / "samples").string(),
                                         "-iquote" + absolute(source).parent_path().string()};
        std::error_code error;
        for (const fs::path& included : request_.include_folders)
            command.push_back("-I" + fs::absolute(included, error).string());
        for (const std::string& definition : request_.definitions) command.push_back("-D" + definition);
        command.insert(command.end(), options_.compiler.begin(), options_.compiler.end());
        return command;
    }

    Result<fs::path> add_other(size_t index) {
        const fs::path& source = request_.sources[index];
        fs::path object = folder_ / fmt::format("host-{}.o", index);
        std::vector<std::string> command = host_command(source);
        if (source.extension() == ".c")
            command.insert(command.end(), {"-x", "c"}); // clang++ assumes C++
        else
            command.push_back(fmt::format("-std={}", standard_of(request_)));
        command.insert(command.end(), {"-c", "-o", object.string(), absolute(source).string()});
        if (auto made = compile(command, source); !made) return tl::unexpected(made.error());
        return object;
    }

    /// Returns host code's assembly with embedded device code.
    Result<fs::path> add_cuda(size_t index, bool linked) {
        const fs::path& source = request_.sources[index];
        auto text = read_file(source);
        if (!text) return tl::unexpected(text.error());
        compile::CompileRequest device;
        device.file = absolute(source).string();
        device.source = std::move(*text);
        device.arch = fmt::format("compute_{}", capability_);
        device.compiler = compile::CompilerChoice::clang;
        device.include_folders = request_.include_folders;
        device.defines = named_values(request_.definitions);
        device.cancel = request_.cancel;
        const fs::path part = folder_ / fmt::format("part-{}", index), assembly = part / "host.s";
        if (auto written = write_host_code(part, device); !written) return tl::unexpected(written.error());
        std::vector<std::string> command = host_command(source);
        for (const char* word :
             {"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
              "-Wno-return-type", "-Wno-invalid-constexpr", "-Wno-register", "-Wno-unused-command-line-argument",
              "-include", "cuda_runtime.h", "-Xclang", "-target-sdk-version=11.5", "-Xclang",
              "-fcuda-include-gpubinary", "-Xclang"})
            command.emplace_back(word);
        command.push_back((part / "placeholder").string());
        command.push_back(fmt::format("-std={}", standard_of(request_)));
        if (linked) command.emplace_back("-fgpu-rdc");
        command.insert(command.end(),
                       {"-I" + part.string(), "-S", "-o", assembly.string(), (part / "host.cu").string()});
        // Compiles device code in parallel, so that it is usually cached when the instances are known.
        std::future<void> ahead = std::async(std::launch::async, [&device] { (void)compile::compile(device); });
        const auto made = compile(command, source);
        ahead.wait();
        if (!made) return tl::unexpected(made.error());
        auto code = read_file(assembly);
        if (!code) return tl::unexpected(code.error());
        const Part data = find_placeholder(*code);
        if (data.size == 0 && !linked) return assembly;
        device.instances = launched_in(*code);
        const auto compiled = compile::compile(device);
        if (!compiled) return tl::unexpected(compiled.error());
        if (linked) {
            device_texts_.push_back(compiled->ptx);
            take_part_in_link(*code);
        } else {
            names_other_files_ = names_other_files_ || !ptx::unresolved_in(compiled->ptx).empty();
            const fs::path binary = part / "device.fatbin";
            if (auto written = write_file(binary, runtime::fat_binary_of(compiled->ptx, capability_)); !written)
                return tl::unexpected(written.error());
            code->replace(data.at, data.size, fmt::format(".incbin\t\"{}\"", binary.string()));
            replace_all(*code, managed_handle, "__cuda_fatbin_wrapper");
        }
        if (auto written = write_file(assembly, *code); !written) return tl::unexpected(written.error());
        return assembly;
    }

    struct Part {
        size_t at = 0, size = 0;
    };
    /// Returns the placeholder's position in assembly: `.ascii "..."`, or `.asciz "..."` before clang 19.
    static Part find_placeholder(std::string_view code) {
        const std::string quoted = fmt::format("\"{}\"", placeholder);
        const size_t text = code.find(quoted);
        if (text == std::string_view::npos) return {};
        const size_t at = code.rfind(".asci", text);
        return {at, text + quoted.size() - at};
    }

    static void replace_all(std::string& text, std::string_view word, std::string_view by) {
        for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
            text.replace(at, word.size(), by);
    }

    void take_part_in_link(std::string& code) {
        constexpr std::string_view call = "__cudaRegisterLinkedBinary";
        replace_all(code, managed_handle, "ws_linked_wrapper");
        const size_t at = code.find(call);
        if (at == std::string::npos) return;
        const std::string name = code.substr(at, code.find_first_of("@ \n", at) - at);
        replace_all(code, name, "ws_register_linked");
        ++registering_files_;
    }

    Result<fs::path> add_linked() {
        auto text = ptx::link(device_texts_);
        if (!text) return tl::unexpected(text.error());
        const fs::path binary = folder_ / "linked.fatbin", source = folder_ / "linked.c", object = folder_ / "linked.o";
        if (auto written = write_file(binary, runtime::fat_binary_of(*text, capability_)); !written)
            return tl::unexpected(written.error());
        if (auto written = write_file(source, fmt::format(linked_module, binary.string(), registering_files_));
            !written)
            return tl::unexpected(written.error());
        if (auto made = compile({clang_, "-x", "c", "-O1", "-c", "-o", object.string(), source.string()}, source);
            !made)
            return tl::unexpected(made.error());
        return object;
    }

    static Result<void> write_host_code(const fs::path& part, const compile::CompileRequest& request) {
        const compile::HostCode host = compile::extract_host_code(request);
        for (const auto& [name, text] : host.headers)
            if (auto written = write_file(part / name, text); !written) return written;
        if (auto written = write_file(part / "placeholder", placeholder); !written) return written;
        return write_file(part / "host.cu", fmt::format("#line 1 \"{}\"\n{}", request.file, host.source));
    }

    std::string clang_;
    uint32_t capability_;
    const BuildRequest& request_;
    fs::path folder_;
    HeaderOptions options_;
    std::vector<Diagnostic> warnings_;
    bool names_other_files_ = false;
    std::vector<std::string> device_texts_;
    int registering_files_ = 0;
};

} // namespace

Result<std::vector<Diagnostic>> build_with_clang(const HostCompiler& compiler, const BuildRequest& request,
                                                 const fs::path& folder, const fs::path& executable) {
    return ClangBuild(compiler, request, folder).build(executable);
}

} // namespace warpscope::program
