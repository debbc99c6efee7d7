#pragma once

#include <gtest/gtest.h>
#include <optional>

#include "gl/headless.hpp"

namespace warpscope::gl {

class HeadlessContextTest : public testing::Test {
protected:
    void SetUp() override {
        auto context = HeadlessContext::create({.prefer_gpu = false, .debug = true});
        ASSERT_TRUE(context) << context.error().text();
        context_.emplace(std::move(*context));
    }
    void TearDown() override { EXPECT_EQ(context_ ? take_errors() : "", ""); }

    std::optional<HeadlessContext> context_;
};

} // namespace warpscope::gl
