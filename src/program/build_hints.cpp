#include "program/build_hints.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/symbol_name.hpp"
#include "compile/output/error_hints.hpp"

namespace warpscope::program {
namespace {

std::string_view undefined_name(std::string_view log) {
    constexpr std::string_view words = "undefined reference to `";
    const size_t at = log.find(words);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = log.substr(at + words.size());
    return rest.substr(0, rest.find('\''));
}

std::string_view library_of(std::string_view function) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 10> prefixes{{{"cublas", "cuBLAS"},
                                                                                      {"cufft", "cuFFT"},
                                                                                      {"curand", "cuRAND"},
                                                                                      {"cusparse", "cuSPARSE"},
                                                                                      {"cusolver", "cuSOLVER"},
                                                                                      {"cudnn", "cuDNN"},
                                                                                      {"nccl", "NCCL"},
                                                                                      {"npp", "NPP"},
                                                                                      {"nvjpeg", "nvJPEG"},
                                                                                      {"nvml", "NVML"}}};
    const auto found = std::ranges::find_if(prefixes, [&](const auto& one) { return function.starts_with(one.first); });
    return found == prefixes.end() ? std::string_view{} : found->second;
}

bool is_of_driver(std::string_view function) {
    return function.size() > 2 && function.starts_with("cu") && std::isupper(static_cast<unsigned char>(function[2]));
}

Message hint_for_linker(std::string_view name) {
    const Message alone = msg("to run one kernel of the file: warpscope run FILE.cu:KERNEL");
    if (const std::string_view library = library_of(name); !library.empty())
        return msg("the library {} is not available: Warpscope provides only CUDA's runtime; {}", library, alone);
    if (is_of_driver(name))
        return msg("CUDA driver functions are not available: Warpscope provides only CUDA's runtime; {}", alone);
    if (name.starts_with("omp_") || name.starts_with("GOMP_") || name.starts_with("__kmpc_"))
        return msg("it needs OpenMP, which is enabled if a source includes <omp.h>");
    return msg("if '{}' is defined in another source file, add that file: --with FILE",
               written_name(std::string(name)));
}

bool names_removed(std::string_view error) {
    constexpr std::array gone{"clockRate\"",
                              "deviceOverlap\"",
                              "kernelExecTimeoutEnabled\"",
                              "computeMode\"",
                              "memoryClockRate\"",
                              "singleToDoublePrecisionPerfRatio\"",
                              "cooperativeMultiDeviceLaunch\"",
                              "\"int\" to \"cudaMemLocation\"",
                              "cudaThreadSynchronize",
                              "cudaThreadExit"};
    return std::ranges::any_of(gone, [&](const char* words) { return error.find(words) != std::string_view::npos; });
}

std::string_view first_error(std::string_view log) {
    for (size_t begin = 0; begin < log.size();) {
        const size_t end = std::min(log.find('\n', begin), log.size());
        const std::string_view line = log.substr(begin, end - begin);
        if (line.find("error:") != std::string_view::npos || line.find("error #") != std::string_view::npos)
            return line;
        begin = end + 1;
    }
    return log.substr(0, log.find('\n'));
}

std::set<std::string_view> included_names(std::string_view text) {
    std::set<std::string_view> names;
    for (size_t at = text.find("#"); at != std::string_view::npos; at = text.find("#", at + 1)) {
        std::string_view line = text.substr(at + 1, text.find('\n', at) - at - 1);
        const auto skip_spaces = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
        skip_spaces();
        if (!line.starts_with("include")) continue;
        line.remove_prefix(std::string_view("include").size());
        skip_spaces();
        if (line.empty() || (line.front() != '<' && line.front() != '"')) continue;
        const size_t end = line.find(line.front() == '<' ? '>' : '"', 1);
        if (end != std::string_view::npos) names.insert(line.substr(1, end - 1));
    }
    return names;
}

struct HeaderLibrary {
    std::string_view header;
    std::string_view libraries; // separated by spaces
};
constexpr std::array header_libraries{HeaderLibrary{"zlib.h", "z"},
                                      HeaderLibrary{"png.h", "png"},
                                      HeaderLibrary{"jpeglib.h", "jpeg"},
                                      HeaderLibrary{"tiffio.h", "tiff"},
                                      HeaderLibrary{"fftw3.h", "fftw3"},
                                      HeaderLibrary{"openssl/md5.h", "crypto"},
                                      HeaderLibrary{"openssl/sha.h", "crypto"},
                                      HeaderLibrary{"GL/gl.h", "GL"},
                                      HeaderLibrary{"GL/glew.h", "GLEW GL"},
                                      HeaderLibrary{"GL/glu.h", "GLU GL"},
                                      HeaderLibrary{"GL/glut.h", "glut GLU GL"},
                                      HeaderLibrary{"GL/freeglut.h", "glut GLU GL"},
                                      HeaderLibrary{"GLFW/glfw3.h", "glfw GL"},
                                      HeaderLibrary{"X11/Xlib.h", "X11"}};

Message hint_for_library(std::string_view log) {
    constexpr std::string_view words = "cannot find -l";
    const size_t at = log.find(words);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = log.substr(at + words.size());
    const std::string_view name = rest.substr(0, rest.find_first_of(": \n"));
    return msg("the library {} is missing: install its development package (Debian and Ubuntu: apt-cache search {})",
               name, name);
}

} // namespace

HeaderOptions options_for_headers(const BuildRequest& request) {
    HeaderOptions options;
    std::set<std::string> names;
    const auto add = [&](const std::filesystem::path& file) {
        const std::string text = read_file(file).value_or("");
        for (const std::string_view name : included_names(text)) names.emplace(name);
    };
    for (const std::filesystem::path& source : request.sources) {
        add(source);
        for (const auto& header :
             compile::own_headers(source, request.include_folders, named_values(request.definitions)).files)
            add(header);
    }
    if (names.contains("omp.h")) options.compiler.emplace_back("-fopenmp");
    for (const HeaderLibrary& one : header_libraries)
        for (std::string_view rest = names.contains(std::string(one.header)) ? one.libraries : ""; !rest.empty();) {
            const std::string_view library = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(library.size() + 1, rest.size()));
            std::string option = fmt::format("-l{}", library);
            if (std::ranges::find(options.libraries, option) == options.libraries.end())
                options.libraries.push_back(std::move(option));
        }
    return options;
}

bool is_removed_name(const Diagnostic& failure) { return names_removed(failure.message.english()); }

Message hint_for_build(std::string_view log) {
    if (Message hint = hint_for_library(log); !hint.empty()) return hint;
    if (const std::string_view name = undefined_name(log); !name.empty()) return hint_for_linker(name);
    const std::string_view error = first_error(log);
    if (names_removed(error))
        return msg("CUDA 13 removed this; --compiler clang builds programs with headers that still have it");
    if (error.find("omp.h") != std::string_view::npos)
        return msg("it needs OpenMP; clang's is missing here (Debian and Ubuntu: apt install libomp-dev)");
    if (error.find("file not found") != std::string_view::npos &&
        (error.find("thrust/") != std::string_view::npos || error.find("cub/") != std::string_view::npos))
        return msg("programs with Thrust or CUB need nvcc of the CUDA Toolkit; clang cannot build them");
    if (log.find("No such file or directory") != std::string_view::npos)
        return msg("-I FOLDER adds a folder with headers");
    if (error.find("kernel launch from __device__") != std::string_view::npos)
        return msg("kernels that launch kernels are not run by the emulator; let the host launch them");
    return compile::hint_for_error(error);
}

} // namespace warpscope::program
