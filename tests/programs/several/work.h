#pragma once

void start_offset(int* d_values, int n, int offset);
bool is_as_expected(const int* values, int n, int offset);
