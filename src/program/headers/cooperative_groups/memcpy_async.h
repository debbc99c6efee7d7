// Functions are device code.
#pragma once

#include "cooperative_groups.h"
