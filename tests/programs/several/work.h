#pragma once

void start_offset(int* d_values, int n, int offset);
#ifdef __cplusplus
bool is_as_expected(const int* values, int n, int offset);
extern "C" {
#endif
int sum_of(const int* d_values, int n);
#ifdef __cplusplus
}
#endif
