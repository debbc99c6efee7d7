#include "compile/nvrtc/options.hpp"

namespace warpscope::compile {

const char* effort_option(int optimization) {
    switch (optimization) {
    case 0: return "--Ofast-compile=max";
    case 1: return "--Ofast-compile=mid";
    case 2: return "--Ofast-compile=min";
    default: return nullptr;
    }
}

bool is_effort(const std::string& option) { return option.starts_with("--Ofast-compile"); }

void keep_functions(std::vector<std::string>& options) {
    if (options.back() == effort_option(0)) {
        options.back() = "-G";
        return;
    }
    if (is_effort(options.back())) options.pop_back();
    options.emplace_back("-Xnvvm");
    options.emplace_back(no_inlining);
}

} // namespace warpscope::compile
