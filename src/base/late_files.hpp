// Files that arrive after the program has started. A page in a browser shows its window before it has loaded all
// pictures and compiled kernels. Elsewhere, no file is late.
#pragma once

#include <filesystem>

namespace warpscope {

/// Makes wait_for_late_files() wait until the next call with false.
void expect_late_files(bool are_expected);

/// Waits until no late files are expected. Not for the UI thread, which receives them.
void wait_for_late_files();
/// Does the same, but returns at once if `file` is not empty. Until a late file arrives, an empty one takes its place.
void wait_for_late_file(const std::filesystem::path& file);

} // namespace warpscope
