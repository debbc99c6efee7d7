// Errors of scenes inside pictures, whatever the format.
#pragma once

#include "base/diagnostic.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {

inline tl::unexpected<Diagnostic> damaged() {
    return fail(ErrorKind::failed, tr("the scene in the picture is damaged"), tr("export the figure again"));
}
inline tl::unexpected<Diagnostic> too_large() {
    return fail(ErrorKind::failed, tr("the scene in the picture is too large"), tr("save a scene that carries less"));
}

} // namespace warpscope::exporting
