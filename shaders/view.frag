// Draws one view: the picture of a buffer, then whatever the maps say about each cell. The palette's constants and
// marks.glsl stand before this text, and these switches, each 0 or 1:
//   MAGNIFIED  cells are wider on the screen than any line
//   OWNERS     there are keys: borders and selection
//   MARKS      warps, surplus threads or divergence are shown
//   FOCUS      the block in focus is shown: halo, ghosts, window
//   HEAT       a number per cell is shown, in viridis
//   TINTS      with HEAT: it names a block or a difference, and comes as a colour
//   PLACED     with OWNERS: keys follow from places and marks, and there is no map of them
//   BLOCKS     with OWNERS: blocks have equal rectangles of cells without a gap, so that numbers follow from places
//   TIMED      with OWNERS: a moment is shown, and what blocks write that have not ended is not there yet
// Programs are made for the switches in use, because software rendering runs both sides of every branch. GPUs do not:
// what most pixels do without stands behind a branch as well.
//
// Keys name the thread of a cell as render/maps/owner_layer.hpp describes; a border is wherever keys of neighbours differ.

uniform vec2 view_corner;       // the view's upper left one, in pixels of what is drawn into
uniform ivec2 base_cell;        // cell at the view's top left corner ...
uniform vec2 base_fraction;     // ... and where in that cell the corner lies
uniform float pixels_per_cell, cells_per_pixel;
uniform float scale;            // of lines and patterns
uniform vec2 pattern_shift;     // fixes patterns to the plane

uniform sampler2D picture;
uniform vec2 picture_size;      // cells
uniform vec2 picture_corner;    // of them in the texture
uniform vec2 picture_extent;    // of the texture
uniform float picture_level;    // mipmap
uniform float picture_strength; // below 1 in launch space, where the picture is only a hint
uniform sampler2D heat;         // red: level from the smallest to the largest, green: 1 if there is one; or colours
uniform ivec4 heat_rect;        // x, y, width, height in cells
uniform float show_plain;       // of the picture under the heat
uniform float show_heat;
uniform usampler2D keys;        // one per cell of keys_rect
uniform ivec4 keys_rect;        // x, y, width, height in cells
uniform ivec2 placed_block;     // with PLACED: of the launch, in threads
uniform vec2 blocks_per_cell;   // with PLACED or BLOCKS, 1 by the cells of a block ...
uniform int blocks_across;      // ... and how many blocks are in a row
uniform usampler2D marks;       // same rectangle; smaller levels hold all marks of the cells below
uniform int marks_level;
uniform usampler2D focus;       // FocusBits
uniform ivec4 focus_rect;
uniform int focus_level;

uniform usampler2D order;       // by block: how many have ended when it has, and how many had when it began
uniform int order_width;
uniform uint blocks_ended;

uniform vec3 background, surplus_colour, hatch_colour, frame_colour, unowned_colour;
// Opacities, with fading by zoom already in them; 0 is off. Those of overlays, as show_halo, stand before this text too.
uniform float show_thread_casing, show_window, show_pending, show_idle_divergence, show_unowned, show_unwritten, show_frame;
uniform vec4 frame_lines;       // the picture's left, upper, right and lower border, in pixels of the view
uniform float show_interval;    // cells that the block does not touch in the chosen interval are dimmed
uniform float pattern_strength; // weaker where values are to be read on top
uniform vec2 show_block_borders;       // vertical and horizontal borders fade by themselves
uniform float border_scale;     // thinner borders for small blocks
uniform vec3 border_reach;      // where cells are small: half of the width of their core, of their casing, of a selection's
uniform int block_shift;        // key >> block_shift is the block's number plus 1
uniform uint selected_block;    // 0: none
uniform uint selected_warp;     // key >> 6 of its threads; 0: none
uniform float outline_width, show_selected_warp;
uniform vec4 marker;            // middle and half size in pixels of the selected cell; half size 0: none
uniform float ring_radius;      // around a selection that is too small to see; 0: none

out vec4 colour;

const float far = 1.0e6;
const vec3 casing_colour = vec3(0.03);

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
// By floats, which is exact: with the half no quotient comes nearer to a whole number than floats are apart.
ivec2 place_of_block(ivec2 cell) { return ivec2((vec2(cell - keys_rect.xy) + 0.5) * blocks_per_cell); }
#endif

#if PLACED
// With BLOCKS the lowest bit, which tells surplus threads, is not set: nothing below reads it.
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

// The block's number plus 1; 0: none.
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

// 1 on dark data, 0 on light.
float darkness(vec3 c) { return 1.0 - smoothstep(dark_below, light_from, dot(c, luma)); }

// A tint of a warm colour. Orange or yellow over black and grey is brown or olive: the darker data are the more they keep
// their colour, and lines or dots say it instead.
vec3 warm_tint(vec3 below, vec3 tint, float alpha) {
    return over(below, tint, alpha * mix(dark_tint, 1.0, smoothstep(tint_from, tint_full, dot(below, luma))));
}

// Such a line or dot, in the ink for light data or the one for dark data.
vec3 draw_ink(vec3 below, vec3 ground, vec3 on_light, vec3 on_dark, float alpha, float coverage) {
    float dark = darkness(ground);
    return over(below, mix(on_light, on_dark, dark), mix(alpha, dark_ink, dark) * coverage);
}

// An outline that any picture leaves visible: coloured, between two dark lines.
vec3 draw_outline(vec3 below, float d, float width, vec3 inner, float alpha) {
    vec3 cased = over(below, casing_colour, 0.85 * alpha * outline(d, width + 2.0 * casing_width));
    return over(cased, inner, alpha * outline(d, width));
}

// Pixels between `pixel` and a border at `border`, which is moved to the middle of a pixel so that thin lines are crisp.
float to_border(float pixel, float border) { return abs(pixel - floor(border) - 0.5); }

// Pixels to the cell's left, right, upper and lower side.
vec4 to_sides(vec2 pixel, ivec2 cell) {
    // A cell's high side and the next one's low side come from the same sum, or they could end in different pixels.
    vec2 low = (vec2(cell - base_cell) - base_fraction) * pixels_per_cell;
    vec2 high = (vec2(cell + 1 - base_cell) - base_fraction) * pixels_per_cell;
    return vec4(to_border(pixel.x, low.x), to_border(pixel.x, high.x), to_border(pixel.y, low.y),
                to_border(pixel.y, high.y));
}

// The smallest of the distances to sides where something changes.
float nearest(vec4 distances, bvec4 changes) {
    vec4 d = mix(vec4(far), distances, changes);
    return min(min(d.x, d.y), min(d.z, d.w));
}

// How much of the pixel around `t` (in cells) lies in [0, size).
float covered_by(vec2 t, vec2 size) {
    vec2 low = clamp(t * pixels_per_cell + 0.5, 0.0, 1.0);
    vec2 high = clamp((size - t) * pixels_per_cell + 0.5, 0.0, 1.0);
    return low.x * low.y * high.x * high.y;
}

// Pixels beyond the picture's border; below 0 within.
float beyond_frame(vec2 pixel) {
    vec2 d = max(frame_lines.xy - pixel, pixel - frame_lines.zw);
    return max(d.x, d.y);
}

vec3 draw_picture(ivec2 cell, vec2 f, uint key, float beyond) {
    vec2 t = vec2(cell) + f, at = t;
    if (pixels_per_cell >= 1.0) { // sharp seams between cells
        vec2 seam = floor(t + 0.5);
        at = seam + clamp((t - seam) * pixels_per_cell, -0.5, 0.5);
    }
    vec3 below = background;
    if (show_unowned > 0.0) below = over(background, unowned_colour, show_unowned * float(key != 0u));
    vec4 texel = textureLod(picture, (at + picture_corner) / picture_extent, picture_level) * picture_strength;
    if (beyond > -2.0) texel *= covered_by(t, picture_size); // deeper within pixels are covered wholly
    vec3 shown = below * (1.0 - texel.a) + texel.rgb;
#if HEAT
    shown = over(below, shown, show_plain);
    vec2 corner = vec2(heat_rect.xy), extent = vec2(heat_rect.zw);
    vec4 number = textureLod(heat, (at - corner) / extent, picture_level);
    float present = covered_by(t - corner, extent);
#if TINTS
    shown = over(shown, number.rgb / max(number.a, 0.001), show_heat * heat_fill * present * number.a);
#else
    float level = clamp(number.r / max(number.g, 0.001), 0.0, 1.0) * 10.0;
    int below_level = min(int(level), 9);
    vec3 heat_colour = mix(viridis[below_level], viridis[below_level + 1], level - float(below_level));
    shown = over(shown, heat_colour, show_heat * heat_fill * present * number.g);
#endif
#endif
    return shown;
}

#if TIMED
// 0: the cell's block has ended, or no thread owns the cell; 1: it runs; 2: it has not begun.
int lateness(uint key) {
    uint block = key >> block_shift;
    if (block == 0u) return 0;
    int i = int(block) - 1;
    uvec2 when = texelFetch(order, ivec2(i % order_width, i / order_width), 0).rg;
    return when.x <= blocks_ended ? 0 : when.y <= blocks_ended ? 1 : 2;
}

vec3 draw_late(vec2 p, float px, int late) {
    vec3 c = over(background, surplus_colour, unwritten_fill);
    c = over(c, yellow, late == 1 ? running_fill : 0.0);
    return over(c, hatch_colour, pattern_strength * diagonal_hatch(vec2(-p.x, p.y), hatch_period, hatch_width, px));
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
        // Between the planes of a volume there are no cells, and no picture.
        bool is_cell = inside(cell, ivec4(ivec2(0), ivec2(picture_size))) &&
                       textureLod(picture, (vec2(cell) + 0.5 + picture_corner) / picture_extent, picture_level).a > 0.5;
        if (!is_cell) return c;
        c = over(c, surplus_colour, show_unwritten * unwritten_fill);
        vec2 mirrored = vec2(-p.x, p.y);
        return over(c, hatch_colour,
                    show_unwritten * pattern_strength * diagonal_hatch(mirrored, hatch_period, hatch_width, px));
    }
    if ((mark & 14u) == 0u) return c;

    if (surplus) {
        c = over(c, surplus_colour, show_surplus);
        c = over(c, hatch_colour, show_surplus * pattern_strength * diagonal_hatch(p, hatch_period, hatch_width, px));
    }
    float alpha = show_divergence * (owned ? 1.0 : show_idle_divergence);
    if ((mark & 4u) != 0u) {
        vec3 ground = c;
        c = warm_tint(c, vermilion, alpha * diverged_fill);
        c = draw_ink(c, ground, diverged_ink, diverged_ink_on_dark, diverged_lines,
                     alpha * pattern_strength * cross_hatch(p, cross_period, cross_width, px));
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
    // Cells that the block has not stored yet at the moment that is shown.
    float pending = show_pending * float((bits & 1u) != 0u);
    below = over(below, surplus_colour, pending); // nothing of what it will hold shines through
    below = over(below, hatch_colour,
                 pending * pattern_strength * diagonal_hatch(vec2(-p.x, p.y), hatch_period, hatch_width, px));
    bool of_thread = (bits & 24u) != 0u;
    // Lines of cells too small for an outline must stand out by their colour alone.
    float thread_fill = MAGNIFIED == 1 ? thread_reads_fill : 1.0;
    float fill = of_thread ? thread_fill : block_reads_fill * float((bits & 64u) != 0u) * (1.0 - show_interval);
    below = over(below, of_thread ? thread_colour : sky_blue, show_accesses * mix(0.7, 1.0, pattern_strength) * fill);
    below = over(below, yellow, show_accesses * 0.85 * float((bits & 32u) != 0u));
    float h = show_halo * float((bits & 2u) != 0u);
    vec3 c = warm_tint(below, orange, h * (MAGNIFIED == 1 ? halo_fill : small_halo_fill));
    c = draw_ink(c, below, halo_ink, halo_ink_on_dark, halo_dots, h * pattern_strength * dots(p, dot_period, dot_radius, px));
    float g = show_ghosts * float((bits & 4u) != 0u);
    c = over(c, orange, g * ghost_fill);
    return draw_ink(c, below, ghost_ink, ghost_ink_on_dark, 1.0,
                    g * pattern_strength * diagonal_hatch(vec2(-p.x, p.y), hatch_period, hatch_width, px));
}

// Pixels to the outlines of the ghost cells, of the cells that the selected thread reads and writes, of those that its
// block reads, and of the access stepped to; to `interval` those of the chosen interval, to `halo` that of the halo.
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
// Coverage of the lines at a pixel.
struct Borders {
    float block_core, block_casing;
    float thread_core, thread_casing;
    float warp_core, warp_casing;           // of the selected warp
    float selection_core, selection_casing; // of the selected block
};

#if MAGNIFIED
Borders find_borders(vec2 pixel, ivec2 cell, vec2 f, uint key) {
    vec4 d = to_sides(pixel, cell);
    uvec4 other = uvec4(key_at(cell - ivec2(1, 0)), key_at(cell + ivec2(1, 0)), key_at(cell - ivec2(0, 1)),
                        key_at(cell + ivec2(0, 1)));
    uint block = key >> block_shift;
    uvec4 blocks = other >> uint(block_shift);
    // The cell across the nearest corner: without it a convex corner would lack the square where its two lines meet.
    ivec2 side = ivec2(f.x < 0.5 ? -1 : 1, f.y < 0.5 ? -1 : 1);
    uint across = key_at(cell + side) >> block_shift;
    float corner = max(f.x < 0.5 ? d.x : d.y, f.y < 0.5 ? d.z : d.w);

    bvec4 leaves = notEqual(blocks, uvec4(block));
    float vertical = min(leaves.x ? d.x : far, leaves.y ? d.y : far);
    float horizontal = min(leaves.z ? d.z : far, leaves.w ? d.w : far);
    if (across != block && vertical > corner && horizontal > corner) vertical = horizontal = corner;
    float thread = nearest(d, notEqual(other, uvec4(key)));
    float warp = nearest(d, notEqual(equal(other >> 6u, uvec4(selected_warp)), bvec4(key >> 6 == selected_warp)));
    float selection = nearest(d, notEqual(equal(blocks, uvec4(selected_block)), bvec4(block == selected_block)));
    if ((across == selected_block) != (block == selected_block)) selection = min(selection, corner);

    float total = border_total * border_scale, core = border_core * border_scale;
    Borders b;
    b.block_core = max(show_block_borders.x * outline(vertical, core), show_block_borders.y * outline(horizontal, core));
    b.block_casing = max(show_block_borders.x * outline(vertical, total), show_block_borders.y * outline(horizontal, total));
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
// Of the block among all blocks whose cell is at a pixel; before and beyond them other numbers. All of it in floats, which
// are exact here.
vec2 column_and_row(vec2 pixel) {
    vec2 at = max(vec2(base_cell - keys_rect.xy) + floor(base_fraction + pixel * cells_per_pixel), vec2(-1.0));
    return floor((at + 0.5) * blocks_per_cell) + far * step(vec2(keys_rect.zw), at);
}
#endif

// Whether a vertical and a horizontal border of blocks, and one of the selected block, lie within `reach` of the pixel.
// Made from the place on the screen in one way only: pixels on both sides of a border must agree about it.
bvec3 borders_within(float reach, vec2 pixel) {
#if BLOCKS
    if (selected_block == 0u) { // less to do
        bvec2 changes = notEqual(column_and_row(pixel - reach), column_and_row(pixel + reach));
        if (!any(changes)) return bvec3(false);
        ivec2 at = cell_at(pixel) - keys_rect.xy; // in whose row and column the block changes: none does beyond them
        bvec2 among = bvec2(at.x >= 0 && at.x < keys_rect.z, at.y >= 0 && at.y < keys_rect.w);
        return bvec3(changes.x && among.y, changes.y && among.x, false);
    }
#endif
    ivec2 low = cell_at(pixel - reach), middle = cell_at(pixel), high = cell_at(pixel + reach);
    uint left = block_at(ivec2(low.x, middle.y)), right = block_at(ivec2(high.x, middle.y));
    uint above = block_at(ivec2(middle.x, low.y)), below = block_at(ivec2(middle.x, high.y));
    return bvec3(left != right, above != below,
                 (left == selected_block) != (right == selected_block) ||
                     (above == selected_block) != (below == selected_block));
}

// Several cells to a pixel: look a line's half width to both sides. The pixels between which the block changes are as
// many as the line is wide, so these lines are crisp without smoothing.
Borders find_borders(vec2 pixel, ivec2 cell, vec2 f, uint key) {
    bvec3 total = borders_within(border_reach.y, pixel), core = bvec3(false), widest = bvec3(false);
    if (total.x || total.y) core = borders_within(border_reach.x, pixel);
    if (selected_block != 0u) widest = borders_within(border_reach.z, pixel);
    Borders b;
    b.block_core = max(show_block_borders.x * float(core.x), show_block_borders.y * float(core.y));
    b.block_casing = max(show_block_borders.x * float(total.x), show_block_borders.y * float(total.y));
    b.thread_core = b.thread_casing = b.warp_core = b.warp_casing = 0.0;
    b.selection_core = float(total.z);
    b.selection_casing = float(widest.z);
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
        c = over(c, casing_colour, b.warp_casing);
        c = over(c, sky_blue, b.warp_core);
    }
    if (selected_block != 0u) {
        c = over(c, casing_colour, b.selection_casing);
        c = over(c, sky_blue, b.selection_core);
    }
    return c;
}
#endif

vec3 draw_frame(vec3 below, float beyond) {
    if (abs(beyond) > scale + 1.0) return below; // nearly all pixels
    return over(below, frame_colour, show_frame * outline(abs(beyond), 1.0));
}

vec3 draw_marker(vec3 below, vec2 pixel) {
    if (marker.z <= 0.0 && ring_radius <= 0.0) return below;
    vec2 d = abs(pixel - marker.xy) - marker.zw;
    vec3 c = draw_outline(below, abs(max(d.x, d.y)), 2.0, thread_colour, float(marker.z > 0.0));
    c = over(c, vec3(1.0), float(marker.z > 0.0) * outline(abs(max(d.x, d.y) + 1.5 * scale), 1.0));
    return draw_outline(c, abs(length(pixel - marker.xy) - ring_radius), 2.0, thread_colour, float(ring_radius > 0.0));
}

void main() {
    vec2 pixel = vec2(gl_FragCoord.x - view_corner.x, view_corner.y - gl_FragCoord.y);
    ivec2 cell = cell_at(pixel);
    vec2 f = fract(base_fraction + pixel * cells_per_pixel);
    vec2 p = (pixel + pattern_shift) / scale;
    float px = 1.0 / scale;
    uint key = 0u;
#if OWNERS
    // Not without need: a map of keys is four times as large as the marks'.
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
    // Between two dark lines, so that it shows on an orange picture as well.
    c = draw_outline(c, halo, 2.0, orange, show_halo);
#endif
#if !FOCUS
    if (show_interval > 0.0) c = over(c, background, show_interval * dimmed_fill);
#endif
#if OWNERS
    c = draw_borders(c, find_borders(pixel, cell, f, key));
#endif
#if FOCUS
    c = over(c, casing_colour, 0.6 * show_window * outline(outlines.z, 1.0));
    c = draw_outline(c, outlines.y, 2.0, vec3(1.0), show_window);
    c = draw_outline(c, interval, 3.0, sky_blue, show_interval);
    c = draw_outline(c, outlines.w, 3.0, yellow, show_accesses);
#endif
    c = draw_marker(c, pixel);
    colour = vec4(c, 1.0);
}
