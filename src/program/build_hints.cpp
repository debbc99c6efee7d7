#include "program/build_hints.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/symbol_name.hpp"
#include "compile/output/error_hints.hpp"

namespace warpscope::program {
namespace {

/// Returns the first one or "".
std::string_view undefined_name(std::string_view log) {
    constexpr std::string_view words = "undefined reference to `";
    const size_t at = log.find(words);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = log.substr(at + words.size());
    return rest.substr(0, rest.find('\''));
}

/// Returns the CUDA library of the function or "".
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
    const Message alone = msg("a kernel of the file is run by itself with warpscope run FILE.cu:KERNEL");
    if (const std::string_view library = library_of(name); !library.empty())
        return msg("the library {} is not there: programs run here have CUDA's runtime and nothing further; {}",
                   library, alone);
    if (is_of_driver(name))
        return msg("functions of the CUDA driver are not there: programs run here have CUDA's runtime; {}", alone);
    return msg("where '{}' is in another source file: --with FILE", written_name(std::string(name)));
}

/// Gives advice on names removed by CUDA 13.
Message hint_for_removed(std::string_view first) {
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
    if (std::ranges::none_of(gone, [&](const char* words) { return first.find(words) != std::string_view::npos; }))
        return {};
    return msg("CUDA 13 has this no more; --compiler clang builds programs with headers that still do");
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

} // namespace

Message hint_for_build(std::string_view log) {
    if (const std::string_view name = undefined_name(log); !name.empty()) return hint_for_linker(name);
    const std::string_view error = first_error(log);
    if (Message hint = hint_for_removed(error); !hint.empty()) return hint;
    if (log.find("No such file or directory") != std::string_view::npos)
        return msg("-I FOLDER says where else to look for headers");
    if (error.find("kernel launch from __device__") != std::string_view::npos)
        return msg("kernels that launch kernels are not run by the emulator; let the host launch them");
    return compile::hint_for_error(error);
}

} // namespace warpscope::program
