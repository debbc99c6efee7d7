// Names are in cooperative_groups.h; the functions are device code.
#pragma once

#include "cooperative_groups.h"
