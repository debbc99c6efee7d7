#include "gpu/contraction.hpp"

#include <cstdlib>
#include <string_view>

namespace warpscope::gpu {
namespace {

constexpr const char* contraction_variable = "WARPSCOPE_CONTRACT";

}

bool contracts() {
    const char* const text = std::getenv(contraction_variable);
    return text != nullptr && std::string_view(text) == "on";
}

void permit_contraction() { ::setenv(contraction_variable, "on", 1); }

} // namespace warpscope::gpu
