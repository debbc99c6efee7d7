// Installed compilers, and requests for them.
#pragma once

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "compile/clang/clang.hpp"
#include "compile/nvrtc/nvrtc.hpp"

namespace warpscope::compile {

/// An installed compiler, without the cache.
struct Tool {
    std::string name;
    std::function<Result<CompileResult>(const CompileRequest&)> compile;
};

inline const std::vector<Tool>& tools() {
    static const std::vector<Tool> found = [] {
        std::vector<Tool> all;
        static const auto nvrtc = Nvrtc::load(std::nullopt);
        static const auto clang = Clang::find(std::nullopt);
        if (nvrtc) all.push_back({(*nvrtc)->name(), [](const CompileRequest& r) { return (*nvrtc)->compile(r); }});
        if (clang) all.push_back({(*clang)->name(), [](const CompileRequest& r) { return (*clang)->compile(r); }});
        return all;
    }();
    return found;
}

class EachCompiler : public ::testing::Test {
protected:
    void SetUp() override {
        if (tools().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

inline CompileRequest request_for(std::string source, std::string file = "lessons/k.cu") {
    CompileRequest request;
    request.file = std::move(file);
    request.source = std::move(source);
    return request;
}

/// Returns the line numbers that .loc directives give for `file`.
inline std::set<uint32_t> lines_of(const std::string& ptx, const std::string& file) {
    std::map<std::string, std::string> files;
    std::set<std::pair<std::string, uint32_t>> places;
    std::istringstream stream(ptx);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string directive, number, rest;
        words >> directive >> number;
        if (directive == ".file") {
            const size_t open = line.find('"');
            files[number] = line.substr(open + 1, line.find('"', open + 1) - open - 1);
        }
        uint32_t at = 0;
        if (directive == ".loc" && words >> at) places.emplace(number, at);
    }
    std::set<uint32_t> lines;
    for (const auto& [number, line] : places)
        if (files[number] == file) lines.insert(line);
    return lines;
}

inline constexpr const char* small_kernel = "__global__ void scale(float* a, int n) {\n"
                                            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                            "\n"
                                            "    if (i < n)\n"
                                            "        a[i] = 2.0f * a[i];\n"
                                            "}\n";

} // namespace warpscope::compile
