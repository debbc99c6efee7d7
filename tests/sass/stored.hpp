// Listings made by scripts/make_sass_listings.sh.
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "base/files.hpp"
#include "ptx/parser.hpp"
#include "sass/listing.hpp"

namespace warpscope::sass {

inline std::string stored_text(const std::string& file) {
    const auto text = read_file(WARPSCOPE_SOURCE_DIR "/tests/sass/listings/" + file);
    EXPECT_TRUE(text) << file;
    return text.value_or("");
}

/// Returns the listing of a kernel of the course for a device such as "90".
inline Listing stored_listing(const std::string& kernel, const std::string& device) {
    auto listing = parse_listing(stored_text(kernel + "." + device + ".sass"));
    EXPECT_TRUE(listing) << listing.error().text();
    return listing.value_or(Listing{});
}

inline ptx::Module stored_module(const std::string& kernel) {
    auto module = ptx::parse(stored_text(kernel + ".ptx"), kernel);
    EXPECT_TRUE(module) << module.error().text();
    return module.value_or(ptx::Module{});
}

} // namespace warpscope::sass
