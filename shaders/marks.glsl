// Each function returns how much of a pixel a pattern covers, from 0 to 1. Patterns move with the picture. Positions
// and sizes are in pixels at scale 1; `pixel` is a screen pixel's size in this unit.

float line_coverage(float distance_to_middle, float width, float pixel) {
    float edge = distance_to_middle - 0.5 * width;
    return 1.0 - smoothstep(-0.5 * pixel, 0.5 * pixel, edge);
}

float to_multiple(float t, float period) {
    float r = mod(t, period);
    return min(r, period - r);
}

float diagonal_hatch(vec2 p, float period, float width, float pixel) {
    return line_coverage(to_multiple(p.x + p.y, period) * 0.7071068, width, pixel);
}

float cross_hatch(vec2 p, float period, float width, float pixel) {
    float one = to_multiple(p.x + p.y, period), other = to_multiple(p.x - p.y, period);
    return line_coverage(min(one, other) * 0.7071068, width, pixel);
}

// A dot in the middle of each square.
float dots(vec2 p, float period, float radius, float pixel) {
    float d = length(mod(p, period) - 0.5 * period) - radius;
    return 1.0 - smoothstep(-0.5 * pixel, 0.5 * pixel, d);
}

// Fills the lower left half of each square.
float half_fill(vec2 p, float period, float pixel) {
    vec2 q = mod(p, period);
    return smoothstep(-0.5 * pixel, 0.5 * pixel, (q.y - q.x) * 0.7071068);
}
