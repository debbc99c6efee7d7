#pragma once
#include "warpscope/language/math_constants.h"
