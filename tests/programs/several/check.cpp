// Host code without CUDA.
#include "work.h"

bool is_as_expected(const int* values, int n, int offset) {
    for (int i = 0; i < n; ++i)
        if (values[i] != (i + 1) * 3 + offset) return false;
    return true;
}
