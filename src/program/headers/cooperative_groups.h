// Group types for function signatures; operations are device code.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {
class thread_group {};
class thread_block : public thread_group {};
class grid_group : public thread_group {};
class multi_grid_group : public thread_group {};
class coalesced_group : public thread_group {};
template<unsigned size, class Parent = void>
class thread_block_tile : public thread_group {};
} // namespace cooperative_groups
