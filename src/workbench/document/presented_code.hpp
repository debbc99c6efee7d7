#pragma once

namespace warpscope::workbench {

/// Lengths in pixels.
inline constexpr float min_presented_type = 18;
inline constexpr float min_presented_columns = 50;

struct PresentedCodeRequest {
    float width = 0, height = 0; // window without its bars
    float type = 0;              // preferred letter size
    float letter = 0.6f;         // a letter's width divided by its size
    float margin_columns = 0;    // columns for line numbers
    float margin = 0;            // width of flags, gaps, scroll bar
    bool has_values = false;
    float min_values = 0;
    float heading = 0;
};

struct PresentedCode {
    float pictures = 0; // pictures' width, left of the text; 0: none
    float type = 0;
    float values = 0; // height below the text; 0: values are in a tab
    bool values_in_tab = false;
};

/// Makes room for `min_presented_columns`: shrinks letters to `min_presented_type`, then narrows pictures, then
/// hides them.
[[nodiscard]] PresentedCode presented_code(const PresentedCodeRequest& request);

} // namespace warpscope::workbench
