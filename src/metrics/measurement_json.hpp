#pragma once

#include <cmath>

#include "metrics/totals.hpp"

namespace warpscope::metrics {

inline double rounded(double value) { return std::round(value * 1e6) / 1e6; }

inline double per(double value, double of) { return of == 0 ? 0.0 : rounded(value / of); }

/// Returns the report's keys "divergence" to "instructions" (docs/REPORT.md).
template<class Json>
[[nodiscard]] Json measurement_json(const Totals& total) {
    Json out;
    out["divergence"] = {{"divergent_warps", total.divergent_warps},
                         {"divergent_branches", total.divergent_branches},
                         {"simt_efficiency", per(total.active_warps, static_cast<double>(total.warp_instructions))}};
    out["global"] = {{"load_requests", total.global.load_requests},
                     {"load_sectors", total.global.load_sectors},
                     {"load_sectors_ideal", total.global.load_sectors_ideal},
                     {"load_bytes", total.global.load_bytes},
                     {"store_requests", total.global.store_requests},
                     {"store_sectors", total.global.store_sectors},
                     {"store_sectors_ideal", total.global.store_sectors_ideal},
                     {"store_bytes", total.global.store_bytes}};
    out["shared"] = {{"requests", total.shared.requests},
                     {"passes", total.shared.passes},
                     {"passes_ideal", total.shared.passes_ideal}};
    out["local"] = {{"load_requests", total.local.load_requests},
                    {"load_sectors", total.local.load_sectors},
                    {"store_requests", total.local.store_requests},
                    {"store_sectors", total.local.store_sectors}};
    out["atomics"] = {{"requests", total.atomics.requests},
                      {"requests_on_shared_memory", total.atomics.shared_requests},
                      {"sectors", total.atomics.sectors},
                      {"operations", total.atomics.operations},
                      {"operations_on_shared_memory", total.atomics.shared_operations}};
    out["arithmetic"] = {{"float_operations", total.float_operations},
                         {"operations_per_byte", per(static_cast<double>(total.float_operations),
                                                     static_cast<double>(total.global.load_bytes))}};
    out["instructions"] = {{"warp", total.warp_instructions},
                           {"thread", total.thread_instructions},
                           {"predicated_off", total.predicated_off}};
    return out;
}

} // namespace warpscope::metrics
