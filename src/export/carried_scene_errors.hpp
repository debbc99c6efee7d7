#pragma once

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

inline tl::unexpected<Diagnostic> damaged() {
    return fail(ErrorKind::failed, msg("the scene in the picture is damaged"), msg("export the figure again"));
}
inline tl::unexpected<Diagnostic> too_large() {
    return fail(ErrorKind::failed, msg("the scene in the picture is too large"), msg("save a scene that carries less"));
}

} // namespace warpscope::exporting
