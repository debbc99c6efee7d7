// Names that stand in the heads of functions; what the groups do is device code.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {
class thread_group;
class thread_block;
class grid_group;
class multi_grid_group;
class coalesced_group;
template<unsigned size, class Parent = void>
class thread_block_tile;
} // namespace cooperative_groups
