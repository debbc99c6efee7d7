#include "ui/model/text_key.hpp"

#include <filesystem>
#include <system_error>

#include "session/device.hpp"
#include "ui/model/preferences.hpp"

namespace warpscope::ui {

std::string text_key(const catalog::Catalog& catalog, const scene::Source& source) {
    const catalog::Experiment* const experiment = catalog.find(source.experiment);
    const catalog::Variant* const variant = experiment == nullptr ? nullptr : experiment->find(source.variant);
    if (variant == nullptr || session::is_of_catalogue(*variant)) return edited_key(source);
    std::error_code error;
    const auto whole = std::filesystem::weakly_canonical(variant->source, error);
    return (error ? variant->source : whole).string();
}

} // namespace warpscope::ui
