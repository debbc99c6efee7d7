// Files that arrive after the program has started, as on a page in a browser.
#pragma once

#include <filesystem>

namespace warpscope {

void set_late_files_expected(bool are_expected);

/// Not for the UI thread, which receives the files.
void wait_for_late_files();
/// Returns at once if `file` is not empty. Until a late file arrives, an empty one takes its place.
void wait_for_late_file(const std::filesystem::path& file);

} // namespace warpscope
