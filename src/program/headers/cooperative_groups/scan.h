// Names are in cooperative_groups.h; what they do is device code.
#pragma once

#include "cooperative_groups.h"
