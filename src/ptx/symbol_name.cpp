#include "ptx/symbol_name.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace warpscope::ptx {

std::string plain_name(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) return symbol; // a plain "s" would be read as the code of the type short
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> demangled(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    std::string name = status == 0 && demangled ? demangled.get() : symbol;
    if (const size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
    return name;
}

} // namespace warpscope::ptx
