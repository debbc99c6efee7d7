#pragma once

#include <cstdint>

#include "scene/view.hpp"
#include "workbench/document/command.hpp"

namespace warpscope::workbench {

enum class Action : uint8_t {
    open_file,
    scene_back,
    scene_on,
    save_scene,
    save_scene_as,
    save_picture,
    save_film,
    copy_link,
    copy_picture,
    palette,
    menus,
    welcome,
    lessons,
    reload,
    program,
    undo,
    redo,
    quit,
    fit,
    actual_size,
    zoom_in,
    zoom_out,
    zoom_scope,
    unpin,
    select_left,
    select_right,
    select_up,
    select_down,
    step_back,
    step_on,
    slice_back,
    slice_on,
    interval_back,
    interval_on,
    overlay,
    block_x_less,
    block_x_more,
    block_y_less,
    block_y_more,
    parameter_less,
    parameter_more,
    time_back,
    time_on,
    time_first,
    time_last,
    time_play,
    barrier_back,
    barrier_on,
    split_back,
    split_on,
    conflict_back,
    conflict_on,
    cancel,
    blocks_in_time,
    compare,
    side_by_side,
    theme,
    scale_up,
    scale_down,
    scale_reset,
    presentation,
    laser,
    spotlight,
    paint_input,
    launch_pane,
    inspector_pane,
    drawer,
    one_view,
    four_views,
    next_tab,
    next_gpu,
    edit,
    find,
    save_text,
    save_text_as,
    reduced_motion,
    keys,
    frame_times,
};

struct Perform {
    Action action{};
    scene::Overlay overlay = scene::Overlay::none;
};

using ActionCommands = CommandList<Perform>;
template<class T>
requires(ActionCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "actions";

} // namespace warpscope::workbench
