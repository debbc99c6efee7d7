#pragma once

#include "warpscope/language/complex.h"
