#include "metrics/costs/lane_vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/costs/lane_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warpscope::metrics {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t lanes = 32;
using Tag = hn::CappedTag<uint64_t, lanes>;

bool SameOffsets(const uint64_t* address, uint64_t lowest, const uint64_t* offset, const uint64_t* relevant) {
    const Tag d;
    const auto base = hn::Set(d, lowest);
    auto wrong = hn::Zero(d);
    for (size_t i = 0; i < lanes; i += hn::Lanes(d)) {
        const auto difference = hn::Xor(hn::Sub(hn::LoadU(d, address + i), base), hn::LoadU(d, offset + i));
        wrong = hn::Or(wrong, hn::And(difference, hn::LoadU(d, relevant + i)));
    }
    return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d)));
}

uint32_t CountDistinct(const uint64_t* values, uint32_t count) {
    const Tag d;
    const size_t step = hn::Lanes(d);
    uint32_t distinct = 0;
    for (size_t i = 0; i < count; ++i) {
        const auto value = hn::Set(d, values[i]);
        auto seen = hn::FirstN(d, 0);
        size_t j = 0;
        for (; j + step <= i; j += step) seen = hn::Or(seen, hn::Eq(value, hn::LoadU(d, values + j)));
        if (j < i) seen = hn::Or(seen, hn::And(hn::Eq(value, hn::LoadU(d, values + j)), hn::FirstN(d, i - j)));
        distinct += hn::AllFalse(d, seen) ? 1 : 0;
    }
    return distinct;
}

} // namespace HWY_NAMESPACE
} // namespace warpscope::metrics
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::metrics {

HWY_EXPORT(SameOffsets);
HWY_EXPORT(CountDistinct);

const LaneKernels& lane_kernels() {
    static const LaneKernels chosen = [] {
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        return LaneKernels{HWY_DYNAMIC_DISPATCH(SameOffsets), HWY_DYNAMIC_DISPATCH(CountDistinct)};
    }();
    return chosen;
}

} // namespace warpscope::metrics
#endif
