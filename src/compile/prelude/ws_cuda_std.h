// cuda::std, as far as std is in the prelude.
#pragma once

#include "ws_std.h"
#include "ws_std_names.h"

namespace cuda {
namespace std {
using namespace ws_std;
}
} // namespace cuda
