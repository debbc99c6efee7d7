#pragma once

#include <string>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct ChooseChart {
    std::string name;
};
struct ChoosePeaks {
    std::string device;
};
struct StopChart {};
struct ResumeChart {};

using ChartsCommands = CommandList<ChooseChart, ChoosePeaks, StopChart, ResumeChart>;
template<class T>
requires(ChartsCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "charts";

} // namespace warpscope::workbench
