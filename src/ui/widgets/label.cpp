#include "ui/widgets/label.hpp"

#include "language/tr.hpp"

namespace warpscope::ui {

Label tr_label(const char* english) { return {std::string_view(tr(english)), english}; }

Label tr_label(const char* english, std::string_view rest) {
    return {std::string_view(tr(english)), std::string(english).append(rest)};
}

} // namespace warpscope::ui
