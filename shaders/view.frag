// Draws one view: a buffer's picture, then the cells' marks. The palette's constants, marks.glsl and these switches (0
// or 1) precede this file:
// MAGNIFIED  cells are wider than any line
// OWNERS     keys exist; borders and selection are drawn
// MARKS      warps, idle threads or divergence are shown
// FOCUS      the focused block is shown: halo, ghosts, window
// HEAT       a value per cell is shown in viridis
// TINTS      with HEAT: each value is a color that shows a block or a difference
// PLACED     with OWNERS: keys are computed from positions and marks
// BLOCKS     with OWNERS: blocks are equal, adjacent rectangles, so block numbers are computed from positions
// TIMED      with OWNERS: a moment is shown; output of unfinished blocks is missing
//
// There is a program per combination, because software rendering runs both sides of branches. The remaining branches
// help GPUs: they skip work that few pixels need. render/maps/owner_layer.hpp defines keys. Borders are where
// neighboring keys differ.

uniform vec2 view_corner;   // upper left corner of the view in the framebuffer, in pixels
uniform ivec2 base_cell;    // cell at the view's upper left corner
uniform vec2 base_fraction; // position of the view's corner in base_cell
uniform float pixels_per_cell, cells_per_pixel;
uniform float scale; // factor for the size of lines and patterns
uniform vec2 pattern_shift; // moves patterns with the picture

uniform sampler2D picture;
uniform vec2 picture_size; // size in cells
uniform vec2 picture_corner; // picture's corner in the texture
uniform vec2 picture_extent; // size of the texture
uniform float picture_level;    // mipmap level
uniform float picture_strength; // opacity; below 1 in launch space, where the picture is only a hint
uniform sampler2D heat;         // red: value, green: 1 if the cell has a value; with TINTS, colors
uniform ivec4 heat_rect;        // x, y, width, height in cells
uniform float show_plain;       // opacity of the picture under the heat
uniform float show_heat;
uniform usampler2D keys;      // one key per cell of keys_rect
uniform ivec4 keys_rect;      // x, y, width, height in cells
uniform ivec2 placed_block;   // PLACED: block size in threads
uniform vec2 blocks_per_cell; // PLACED or BLOCKS: 1 / block size in cells
uniform int blocks_across;    // blocks per row
uniform usampler2D marks;     // one per cell of keys_rect; mipmap levels combine marks
uniform int marks_level;
uniform usampler2D focus; // bits: FocusBit in render/maps/focus_mask.hpp
uniform ivec4 focus_rect;
uniform int focus_level;

// One texel per block. Red: the block's rank by end time, from 1; green: number of blocks that ended before the block
// began.
uniform usampler2D order;
uniform int order_width;
uniform uint blocks_ended;

uniform vec3 background, idle_color, hatch_color, frame_color, unowned_color;
// Opacities after fading by zoom; 0 hides. Opacities of overlays, such as show_halo, are declared before this file.
uniform float show_thread_casing, show_window, show_pending, show_idle_divergence, show_unowned, show_unwritten, show_frame;
uniform float cross_spacing;
uniform vec2 frame_notch;        // upper left corner of the last row's missing cells, in view pixels
uniform vec4 frame_lines;        // left, upper, right and lower border of the picture, in view pixels
uniform float show_block_reads;  // tints the cells that the block reads
uniform float show_interval;     // dims cells that the block does not access in the chosen interval
uniform float pattern_strength;  // below 1 if values are drawn over patterns
uniform float show_block_borders;
uniform float border_scale; // factor that thins the borders of small blocks
uniform vec3 border_reach;       // half widths of lines around small cells: core of a border, its casing, selection
uniform int block_shift;         // key >> block_shift is the block number plus 1
uniform uint selected_block; // 0: no block
uniform uint selected_warp; // key >> 6 of the warp's threads; 0: no warp
uniform float outline_width, show_selected_warp;
uniform vec4 marker; // center and half size of the selected cell in pixels; half size 0: no marker
uniform float ring_radius; // radius of the ring around a tiny selection; 0: no ring

out vec4 color;

const float far = 1.0e6;
const vec3 casing_color = vec3(0.03);

bool inside(ivec2 cell, ivec4 rect) {
    return all(greaterThanEqual(cell, rect.xy)) && all(lessThan(cell, rect.xy + rect.zw));
}

uint fetch(usampler2D map, ivec4 rect, ivec2 cell, int level) {
    ivec2 last = max(rect.zw >> level, ivec2(1)) - 1;
    ivec2 texel = clamp((cell - rect.xy) >> level, ivec2(0), last);
    uint value = texelFetch(map, texel, level).r;
    return inside(cell, rect) ? value : 0u;
}

ivec2 cell_at(vec2 pixel) { return base_cell + ivec2(floor(base_fraction + pixel * cells_per_pixel)); }

#if PLACED || BLOCKS
// Floats suffice: with the added half, no quotient is close to an integer.
ivec2 place_of_block(ivec2 cell) { return ivec2((vec2(cell - keys_rect.xy) + 0.5) * blocks_per_cell); }
#endif

#if PLACED
// The key's lowest bit marks idle threads. With BLOCKS, no code reads this bit, so it stays 0.
uint key_at(ivec2 cell) {
#if BLOCKS
    uint mark = inside(cell, keys_rect) ? 1u : 0u;
#else
    uint mark = fetch(marks, keys_rect, cell, 0);
#endif
    ivec2 block = place_of_block(cell);
    ivec2 thread = cell - block * placed_block;
    uint key = uint(block.y * blocks_across + block.x + 1) << block_shift;
    key |= uint(thread.y * placed_block.x + thread.x) << 1 | (mark >> 1 & 1u);
    return (mark & 3u) != 0u ? key : 0u;
}
#else
uint key_at(ivec2 cell) { return fetch(keys, keys_rect, cell, 0); }
#endif

// Returns the block number plus 1, or 0 without a block.
uint block_at(ivec2 cell) {
#if BLOCKS
    ivec2 block = place_of_block(cell);
    return inside(cell, keys_rect) ? uint(block.y * blocks_across + block.x + 1) : 0u;
#else
    return key_at(cell) >> block_shift;
#endif
}

float outline(float d, float width) { return line_coverage(d, width * scale, 1.0); }

vec3 over(vec3 below, vec3 above, float alpha) { return mix(below, above, clamp(alpha, 0.0, 1.0)); }

// Returns 1 on dark data, 0 on light data.
float darkness(vec3 c) { return 1.0 - smoothstep(dark_below, light_from, dot(c, luma)); }

// Blends a warm color, weakly on dark data, where orange and yellow would look brown or olive. Lines or dots mark dark
// data instead.
vec3 warm_tint(vec3 below, vec3 tint, float alpha) {
    return over(below, tint, alpha * mix(dark_tint, 1.0, smoothstep(tint_from, tint_full, dot(below, luma))));
}

// Blends a line or dot, in the color `on_dark` over dark data and `on_light` over light data.
vec3 draw_ink(vec3 below, vec3 ground, vec3 on_light, vec3 on_dark, float alpha, float coverage) {
    float dark = darkness(ground);
    return over(below, mix(on_light, on_dark, dark), mix(alpha, dark_ink, dark) * coverage);
}

// Blends an outline between two dark lines, visible on any picture.
vec3 draw_outline(vec3 below, float d, float width, vec3 inner, float alpha) {
    vec3 cased = over(below, casing_color, 0.85 * alpha * outline(d, width + 2.0 * casing_width));
    return over(cased, inner, alpha * outline(d, width));
}

// Returns the distance in pixels to a border, which is centered on a pixel so that thin lines are crisp.
float to_border(float pixel, float border) { return abs(pixel - floor(border) - 0.5); }

// Returns the distances in pixels to the cell's left, right, upper and lower side.
vec4 to_sides(vec2 pixel, ivec2 cell) {
    // A cell's high side and its neighbor's low side must be computed identically, so that both are in the same pixel.
    vec2 low = (vec2(cell - base_cell) - base_fraction) * pixels_per_cell;
    vec2 high = (vec2(cell + 1 - base_cell) - base_fraction) * pixels_per_cell;
    return vec4(to_border(pixel.x, low.x), to_border(pixel.x, high.x), to_border(pixel.y, low.y),
                to_border(pixel.y, high.y));
}

// Returns the smallest of the distances that `changes` selects.
float nearest(vec4 distances, bvec4 changes) {
    vec4 d = mix(vec4(far), distances, changes);
    return min(min(d.x, d.y), min(d.z, d.w));
}

// Returns the fraction of the pixel around `t` (in cells) that is within [0, size).
float covered_by(vec2 t, vec2 size) {
    vec2 low = clamp(t * pixels_per_cell + 0.5, 0.0, 1.0);
    vec2 high = clamp((size - t) * pixels_per_cell + 0.5, 0.0, 1.0);
    return low.x * low.y * high.x * high.y;
}

// Returns how many pixels a position is outside the picture's border; negative inside.
float beyond_frame(vec2 pixel) {
    vec2 d = max(frame_lines.xy - pixel, pixel - frame_lines.zw);
    vec2 missing = pixel - frame_notch;
    return max(max(d.x, d.y), min(missing.x, missing.y));
}

vec3 draw_picture(ivec2 cell, vec2 f, uint key, float beyond) {
    vec2 t = vec2(cell) + f, at = t;
    if (pixels_per_cell >= 1.0) { // keeps the edges between cells sharp
        vec2 seam = floor(t + 0.5);
        at = seam + clamp((t - seam) * pixels_per_cell, -0.5, 0.5);
    }
    vec3 below = background;
    if (show_unowned > 0.0) below = over(background, unowned_color, show_unowned * float(key != 0u));
    vec4 texel = textureLod(picture, (at + picture_corner) / picture_extent, picture_level) * picture_strength;
    if (beyond > -2.0) texel *= covered_by(t, picture_size); // pixels deeper inside are fully covered
    vec3 shown = below * (1.0 - texel.a) + texel.rgb;
#if HEAT
    shown = over(below, shown, show_plain);
    vec2 corner = vec2(heat_rect.xy), extent = vec2(heat_rect.zw);
    vec4 number = textureLod(heat, (at - corner) / extent, picture_level);
    float present = covered_by(t - corner, extent);
#if TINTS
    float heated = number.a;
#else
    float heated = number.g;
#endif
    // A heat map's colors would mix with those of the picture.
    shown = mix(shown, vec3(dot(shown, luma)), show_heat * present * heated);
#if TINTS
    shown = over(shown, number.rgb / max(number.a, 0.001), show_heat * heat_fill * present * heated);
#else
    float level = clamp(number.r / max(number.g, 0.001), 0.0, 1.0) * 10.0;
    int below_level = min(int(level), 9);
    vec3 heat_color = mix(viridis[below_level], viridis[below_level + 1], level - float(below_level));
    shown = over(shown, heat_color, show_heat * heat_fill * present * heated);
#endif
#endif
    return shown;
}

#if TIMED
// Returns 0 if the cell's block has ended or the cell has no block, 1 if the block runs, 2 if the block has not begun.
int lateness(uint key) {
    uint block = key >> block_shift;
    if (block == 0u) return 0;
    int i = int(block) - 1;
    uvec2 when = texelFetch(order, ivec2(i % order_width, i / order_width), 0).rg;
    return when.x <= blocks_ended ? 0 : when.y <= blocks_ended ? 1 : 2;
}

vec3 draw_late(vec2 p, float px, int late) {
    vec3 c = over(background, idle_color, unwritten_fill);
    c = over(c, yellow, late == 1 ? running_fill : 0.0);
    return over(c, hatch_color, pattern_strength * diagonal_hatch(vec2(-p.x, p.y), hatch_period, hatch_width, px));
}
#endif

#if MARKS
vec3 draw_marks(vec3 below, vec2 p, float px, ivec2 cell, uint key) {
    uint mark = fetch(marks, keys_rect, cell, marks_level);
    bool owned = (mark & 1u) != 0u, surplus = (mark & 2u) != 0u;
    vec3 c = below;
    if (show_warps > 0.0) {
        uint warp = (key >> 6) & ((1u << (uint(block_shift) - 6u)) - 1u);
        c = over(c, warp_tints[warp & 7u], show_warps * warp_fill * float(key != 0u));
    }
    if (mark == 0u && show_unwritten > 0.0) {
        // Gaps between slices of a volume are not hatched, because they have no cells.
        bool is_cell = inside(cell, ivec4(ivec2(0), ivec2(picture_size))) &&
                       textureLod(picture, (vec2(cell) + 0.5 + picture_corner) / picture_extent, picture_level).a > 0.5;
        if (!is_cell) return c;
        c = over(c, idle_color, show_unwritten * unwritten_fill);
        vec2 mirrored = vec2(-p.x, p.y);
        return over(c, hatch_color,
                    show_unwritten * pattern_strength * diagonal_hatch(mirrored, hatch_period, hatch_width, px));
    }
    if ((mark & 14u) == 0u) return c;

    if (surplus) {
        c = over(c, idle_color, show_surplus);
        c = over(c, hatch_color, show_surplus * pattern_strength * diagonal_hatch(p, hatch_period, hatch_width, px));
    }
    float alpha = show_divergence * (owned ? 1.0 : show_idle_divergence);
    if ((mark & 4u) != 0u) {
        vec3 ground = c;
        c = warm_tint(c, vermilion, alpha * diverged_fill);
        c = draw_ink(c, ground, diverged_ink, diverged_ink_on_dark, diverged_lines,
                     alpha * pattern_strength * cross_hatch(p, cross_period * cross_spacing, cross_width, px));
    }
    if ((mark & 8u) != 0u) {
        vec3 ground = c;
        vec2 q = mod(p, half_period);
        c = warm_tint(c, yellow, alpha * partly_idle_fill * half_fill(p, half_period, px));
        c = draw_ink(c, ground, partly_idle_ink, partly_idle_ink_on_dark, partly_idle_lines,
                     alpha * pattern_strength * line_coverage(abs(q.y - q.x) * 0.7071068, 0.8, px));
    }
    return c;
}
#endif

#if FOCUS
vec3 draw_focus(vec3 below, vec2 p, float px, uint bits) {
    if (bits == 0u) return below;
    // Opacity of cells that the block has not yet stored at the shown moment
    float pending = show_pending * float((bits & 1u) != 0u);
    below = over(below, idle_color, pending); // this hides the final value
    below = over(below, hatch_color,
                 pending * pattern_strength * diagonal_hatch(vec2(-p.x, p.y), hatch_period, hatch_width, px));
    bool of_thread = (bits & 24u) != 0u;
    // Cells too small for outlines need a stronger fill.
    float thread_fill = MAGNIFIED == 1 ? thread_reads_fill : 1.0;
    float fill = of_thread ? thread_fill : block_reads_fill * float((bits & 64u) != 0u) * show_block_reads;
    below = over(below, of_thread ? thread_color : sky_blue, show_accesses * mix(0.7, 1.0, pattern_strength) * fill);
    below = over(below, yellow, show_accesses * 0.85 * float((bits & 32u) != 0u));
    float h = show_halo * float((bits & 2u) != 0u);
    vec3 c = warm_tint(below, orange, h * (MAGNIFIED == 1 ? halo_fill : small_halo_fill));
    c = draw_ink(c, below, halo_ink, halo_ink_on_dark, halo_dots, h * pattern_strength * dots(p, dot_period, dot_radius, px));
    float g = show_ghosts * float((bits & 4u) != 0u);
    c = over(c, orange, g * ghost_fill);
    return draw_ink(c, below, ghost_ink, ghost_ink_on_dark, 1.0,
                    g * pattern_strength * diagonal_hatch(vec2(-p.x, p.y), hatch_period, hatch_width, px));
}

// Returns four distances in pixels: to the outlines of ghost cells, of the selected thread's accesses, of its block's
// reads, and of the current access. Sets `interval` and `halo` to the distances to the outlines of the chosen interval
// and the halo.
vec4 to_focus_outlines(vec2 pixel, ivec2 cell, uint bits, out float interval, out float halo) {
    interval = halo = far;
#if MAGNIFIED
    vec4 d = to_sides(pixel, cell);
    uvec4 other = uvec4(fetch(focus, focus_rect, cell - ivec2(1, 0), 0), fetch(focus, focus_rect, cell + ivec2(1, 0), 0),
                        fetch(focus, focus_rect, cell - ivec2(0, 1), 0), fetch(focus, focus_rect, cell + ivec2(0, 1), 0));
    uvec4 changed = other ^ uvec4(bits);
    interval = nearest(d, notEqual(changed & 128u, uvec4(0u)));
    halo = nearest(d, notEqual(changed & 2u, uvec4(0u)));
    bvec4 of_thread = notEqual(notEqual(other & 24u, uvec4(0u)), bvec4((bits & 24u) != 0u));
    return vec4(nearest(d, notEqual(changed & 4u, uvec4(0u))), nearest(d, of_thread),
                nearest(d, notEqual(changed & 64u, uvec4(0u))), nearest(d, notEqual(changed & 32u, uvec4(0u))));
#else
    return vec4(far);
#endif
}
#endif

#if OWNERS
// Coverage of the pixel by each kind of line.
struct Borders {
    float block_core, block_casing;
    float thread_core, thread_casing;
    float warp_core, warp_casing;
    float selection_core, selection_casing;
};

#if MAGNIFIED
Borders find_borders(vec2 pixel, ivec2 cell, vec2 f, uint key) {
    vec4 d = to_sides(pixel, cell);
    uvec4 other = uvec4(key_at(cell - ivec2(1, 0)), key_at(cell + ivec2(1, 0)), key_at(cell - ivec2(0, 1)),
                        key_at(cell + ivec2(0, 1)));
    uint block = key >> block_shift;
    uvec4 blocks = other >> uint(block_shift);
    // The diagonal neighbor fills the square where two lines meet at a convex corner.
    ivec2 side = ivec2(f.x < 0.5 ? -1 : 1, f.y < 0.5 ? -1 : 1);
    uint across = key_at(cell + side) >> block_shift;
    float corner = max(f.x < 0.5 ? d.x : d.y, f.y < 0.5 ? d.z : d.w);

    float border = nearest(d, notEqual(blocks, uvec4(block)));
    if (across != block) border = min(border, corner);
    float thread = nearest(d, notEqual(other, uvec4(key)));
    float warp = nearest(d, notEqual(equal(other >> 6u, uvec4(selected_warp)), bvec4(key >> 6 == selected_warp)));
    float selection = nearest(d, notEqual(equal(blocks, uvec4(selected_block)), bvec4(block == selected_block)));
    if ((across == selected_block) != (block == selected_block)) selection = min(selection, corner);

    float total = border_total * border_scale, core = border_core * border_scale;
    Borders b;
    b.block_core = show_block_borders * outline(border, core);
    b.block_casing = show_block_borders * outline(border, total);
    b.thread_core = show_threads * outline(thread, border_core);
    b.thread_casing = show_thread_casing * outline(thread, border_total);
    b.warp_core = show_selected_warp * outline(warp, warp_width);
    b.warp_casing = show_selected_warp * outline(warp, warp_width + 2.0 * casing_width);
    b.selection_core = outline(selection, outline_width);
    b.selection_casing = outline(selection, outline_width + 2.0 * casing_width);
    return b;
}
#else
#if BLOCKS
// Returns the column and row of the pixel's block, which are out of range outside the data. Floats are exact here.
vec2 column_and_row(vec2 pixel) {
    vec2 at = max(vec2(base_cell - keys_rect.xy) + floor(base_fraction + pixel * cells_per_pixel), vec2(-1.0));
    return floor((at + 0.5) * blocks_per_cell) + far * step(vec2(keys_rect.zw), at);
}
#endif

// Returns whether block borders, and borders of the selected block, are within `reach`. The result depends only on the
// screen position, so that pixels on both sides of a border agree.
bvec2 borders_within(float reach, vec2 pixel) {
#if BLOCKS
    if (selected_block == 0u) { // a faster way for the common case
        bvec2 changes = notEqual(column_and_row(pixel - reach), column_and_row(pixel + reach));
        if (!any(changes)) return bvec2(false);
        ivec2 at = cell_at(pixel) - keys_rect.xy; // borders outside the data do not count
        bvec2 among = bvec2(at.x >= 0 && at.x < keys_rect.z, at.y >= 0 && at.y < keys_rect.w);
        return bvec2((changes.x && among.y) || (changes.y && among.x), false);
    }
#endif
    ivec2 low = cell_at(pixel - reach), middle = cell_at(pixel), high = cell_at(pixel + reach);
    uint left = block_at(ivec2(low.x, middle.y)), right = block_at(ivec2(high.x, middle.y));
    uint above = block_at(ivec2(middle.x, low.y)), below = block_at(ivec2(middle.x, high.y));
    return bvec2(left != right || above != below,
                 (left == selected_block) != (right == selected_block) ||
                     (above == selected_block) != (below == selected_block));
}

// If a pixel covers several cells, compares the blocks half a line width away on both sides. These blocks differ
// exactly at the line's pixels, so the line is crisp without smoothing.
Borders find_borders(vec2 pixel, ivec2 cell, vec2 f, uint key) {
    bvec2 total = borders_within(border_reach.y, pixel), core = bvec2(false), widest = bvec2(false);
    if (total.x) core = borders_within(border_reach.x, pixel);
    if (selected_block != 0u) widest = borders_within(border_reach.z, pixel);
    Borders b;
    b.block_core = show_block_borders * float(core.x);
    b.block_casing = show_block_borders * float(total.x);
    b.thread_core = b.thread_casing = b.warp_core = b.warp_casing = 0.0;
    b.selection_core = float(total.y);
    b.selection_casing = float(widest.y);
    return b;
}
#endif

vec3 draw_borders(vec3 below, Borders b) {
    vec3 c = below;
#if MAGNIFIED
    c = over(c, vec3(1.0), b.thread_casing);
    c = over(c, vec3(0.0), b.thread_core);
#endif
    if (b.block_casing > 0.0) {
        c = over(c, vec3(1.0), b.block_casing);
        c = over(c, vec3(0.0), b.block_core);
    }
    if (MAGNIFIED == 1 && selected_warp != 0u) {
        c = over(c, casing_color, b.warp_casing);
        c = over(c, sky_blue, b.warp_core);
    }
    if (selected_block != 0u) {
        c = over(c, casing_color, b.selection_casing);
        c = over(c, sky_blue, b.selection_core);
    }
    return c;
}
#endif

vec3 draw_frame(vec3 below, float beyond) {
    if (abs(beyond) > scale + 1.0) return below; // most pixels are far from the frame
    return over(below, frame_color, show_frame * outline(abs(beyond), 1.0));
}

vec3 draw_marker(vec3 below, vec2 pixel) {
    if (marker.z <= 0.0 && ring_radius <= 0.0) return below;
    vec2 d = abs(pixel - marker.xy) - marker.zw;
    vec3 c = draw_outline(below, abs(max(d.x, d.y)), 2.0, thread_color, float(marker.z > 0.0));
    c = over(c, vec3(1.0), float(marker.z > 0.0) * outline(abs(max(d.x, d.y) + 1.5 * scale), 1.0));
    return draw_outline(c, abs(length(pixel - marker.xy) - ring_radius), 2.0, thread_color, float(ring_radius > 0.0));
}

void main() {
    vec2 pixel = vec2(gl_FragCoord.x - view_corner.x, view_corner.y - gl_FragCoord.y);
    ivec2 cell = cell_at(pixel);
    vec2 f = fract(base_fraction + pixel * cells_per_pixel);
    vec2 p = (pixel + pattern_shift) / scale;
    float px = 1.0 / scale;
    uint key = 0u;
#if OWNERS
    // Reads the key only if it is needed, because the key texture is four times as large as the mark texture.
    if (MAGNIFIED == 1 || TIMED == 1 || show_unowned > 0.0 || show_warps > 0.0) key = key_at(cell);
#endif
    float beyond = beyond_frame(pixel);
    vec3 c = draw_picture(cell, f, key, beyond);
#if TIMED
    int late = lateness(key);
    if (late > 0) c = draw_late(p, px, late);
#else
    const int late = 0;
#endif
    if (show_frame > 0.0) c = draw_frame(c, beyond);
#if MARKS
    if (late == 0) c = draw_marks(c, p, px, cell, key);
#endif
#if FOCUS
    uint bits = fetch(focus, focus_rect, cell, focus_level);
    float interval, halo;
    vec4 outlines = to_focus_outlines(pixel, cell, bits, interval, halo);
    c = over(c, background, show_interval * dimmed_fill * float((bits & 128u) == 0u));
    c = draw_focus(c, p, px, bits);
    c = over(c, orange * 0.75, show_ghosts * outline(outlines.x, 2.0));
    // Two dark lines make the outline visible on orange.
    c = draw_outline(c, halo, 2.0, orange, show_halo);
#endif
#if !FOCUS
    if (show_interval > 0.0) c = over(c, background, show_interval * dimmed_fill);
#endif
#if OWNERS
    c = draw_borders(c, find_borders(pixel, cell, f, key));
#endif
#if FOCUS
    c = over(c, casing_color, 0.6 * show_window * outline(outlines.z, 1.0));
    c = draw_outline(c, outlines.y, 2.0, vec3(1.0), show_window);
    c = draw_outline(c, interval, 3.0, sky_blue, show_interval);
    c = draw_outline(c, outlines.w, 3.0, yellow, show_accesses);
#endif
    c = draw_marker(c, pixel);
    color = vec4(c, 1.0);
}
