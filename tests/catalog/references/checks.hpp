#pragma once

#include <algorithm>
#include <gtest/gtest.h>

#include "catalog/references/run.hpp"

namespace warpscope::catalog::references {

inline void expect_no_findings(const Outcome& run, const Case& wanted) {
    for (const simt::Finding& finding : run.findings())
        ADD_FAILURE() << wanted.text() << ": line " << finding.source.line << ": " << finding.message;
}

/// Returns the maps of a buffer in the last launch. The test fails if the launch did not access the buffer.
inline const metrics::CellMaps& maps_of(const Outcome& run, const std::string& name) {
    static const metrics::CellMaps none;
    for (const metrics::CellMaps& maps : run.last().maps)
        if (run.prepared.plan.buffers[maps.buffer].layout.name == name) return maps;
    ADD_FAILURE() << "the last launch did not touch " << name;
    return none;
}

inline void expect_stored_once(const Outcome& run, const std::string& name, const Case& wanted) {
    const auto& writes = maps_of(run, name).writes;
    EXPECT_FALSE(writes.empty()) << wanted.text();
    EXPECT_TRUE(std::all_of(writes.begin(), writes.end(), [](uint32_t n) { return n == 1; })) << wanted.text();
}

class NeedsCompiler : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

} // namespace warpscope::catalog::references
