#pragma once
#include "ws_constants.h"
