#include "catalog/references/reference.hpp"

#include <map>

namespace warpscope::catalog::references {
namespace {

/// The map is a local static, because static objects of other files register in any order before main().
std::map<std::string, Reference>& registered() {
    static std::map<std::string, Reference> references;
    return references;
}

} // namespace

HasReference::HasReference(const std::string& experiment, std::initializer_list<const char*> variants,
                           Reference check) {
    for (const char* variant : variants) registered()[experiment + "/" + variant] = check;
}

Reference reference_of(const std::string& experiment, const std::string& variant) {
    const auto found = registered().find(experiment + "/" + variant);
    return found == registered().end() ? nullptr : found->second;
}

} // namespace warpscope::catalog::references
