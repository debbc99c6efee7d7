// Layout of program text in presentation mode.
#pragma once

namespace warpscope::workbench {

/// Lengths in pixels.
inline constexpr float least_presented_type = 18;
inline constexpr float least_presented_columns = 50;

struct PresentedCodeRequest {
    float width = 0, height = 0; // of the window without its bars
    float type = 0;              // preferred size of letters
    float letter = 0.6f;         // width of a letter divided by its size
    float margin_columns = 0;    // line numbers
    float margin = 0;            // flags, gaps and scroll bar
    bool has_values = false;     // a table of values belongs to the text
    float least_values = 0;      // height of the shortest useful table
    float heading = 0;           // height of the row above the text
};

struct PresentedCode {
    float pictures = 0; // width left of the text; 0: the text has the whole width
    float type = 0;
    float values = 0; // height of the table below the text; 0: the table is a tab
    bool values_in_tab = false;
};

/// Keeps `least_presented_columns` in a line: first the letters shrink to `least_presented_type`, then the pictures
/// become narrower, then they are hidden.
[[nodiscard]] PresentedCode presented_code(const PresentedCodeRequest& request);

} // namespace warpscope::workbench
