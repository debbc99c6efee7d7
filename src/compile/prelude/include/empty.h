// Replaces headers that compiler and prelude make unnecessary, such as cuda_runtime.h.
#pragma once
