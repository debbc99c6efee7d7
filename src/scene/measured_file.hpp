#pragma once

#include <string>

#include "catalog/text/toml_reader.hpp"
#include "scene/figure_look.hpp"
#include "scene/measured.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {

[[nodiscard]] std::string measured_table(const Measured& measured, const std::string& name, PtxForm form);
[[nodiscard]] Measured read_measured(const toml::table& table, const std::string& name, catalog::Problems& problems);

[[nodiscard]] std::string figure_table(const FigureLook& figure);
[[nodiscard]] FigureLook read_figure(const toml::table& table, catalog::Problems& problems);

} // namespace warpscope::scene
