#include <algorithm>

#include <gtest/gtest.h>

#include "metrics/races/shadow/shadow_memory.hpp"

namespace warpscope::metrics {
namespace {

PastAccess access_of(ThreadId thread) { return {thread, 1, Taking::plain, 0}; }

void fill(ShadowRange& range, uint64_t granule) {
    const PlaceHistory place = range.at(granule, true, true);
    *place.write = place.reads[0] = place.reads[1] = access_of(7);
    place.atomic[0] = place.atomic[1] = place.atomic[2] = access_of(7);
    range.further_readers(granule)->push_back({access_of(1), 1});
}

bool knows_all(ShadowRange& range, uint64_t granule) {
    const PlaceHistory place = range.at(granule, true, true);
    return !place.write->none() && !place.reads[0].none() && !place.reads[1].none() && !place.atomic[0].none() &&
           !place.atomic[1].none() && !place.atomic[2].none() && range.readers().find(granule) != nullptr;
}

bool knows_nothing(ShadowRange& range, uint64_t granule) {
    const PlaceHistory place = range.at(granule, true, true);
    return place.write->none() && place.reads[0].none() && place.reads[1].none() && place.atomic[0].none() &&
           place.atomic[1].none() && place.atomic[2].none() && range.readers().find(granule) == nullptr;
}

TEST(ShadowRange, ForgetsOnlyGivenGranules) {
    ShadowRange range(4096, 4);
    for (uint64_t granule = 0; granule < 9; ++granule) fill(range, granule);
    range.forget(3, 5);
    for (uint64_t granule = 0; granule < 9; ++granule)
        EXPECT_TRUE(granule >= 3 && granule <= 5 ? knows_nothing(range, granule) : knows_all(range, granule))
            << granule;
    range.forget(7, 1000); // more granules than exist
    EXPECT_TRUE(knows_all(range, 6));
    EXPECT_TRUE(knows_nothing(range, 7));
    range.clear();
    EXPECT_TRUE(knows_nothing(range, 6));
}

TEST(ShadowRange, LimitsPlacesWithFurtherThreads) {
    ShadowRange range(0, 4);
    uint64_t places = 0;
    while (places < 100'000 && range.further_readers(places) != nullptr) ++places;
    EXPECT_GE(places, 4096u);
    EXPECT_LT(places, 5000u);
    EXPECT_NE(range.further_readers(0), nullptr); // already has an entry
    range.readers().forget(1, 1);
    EXPECT_NE(range.further_readers(places), nullptr);
}

TEST(FurtherThreads, KnowsWhetherAPlaceOverflowed) {
    FurtherThreads::Groups groups;
    const auto represents_others = [&] {
        return std::ranges::count_if(groups, [](const auto& group) { return group.represents_others(); });
    };
    for (ThreadId warp = 0; warp < FurtherThreads::max_groups; ++warp)
        FurtherThreads::add(groups, access_of(1 + 32 * warp), 3);
    EXPECT_EQ(represents_others(), 0);
    FurtherThreads::add(groups, access_of(1), 4); // same warp as before
    EXPECT_EQ(represents_others(), 0);
    for (ThreadId warp = 100; warp < 103; ++warp) FurtherThreads::add(groups, access_of(1 + 32 * warp), 3);
    EXPECT_EQ(represents_others(), 1);
}

TEST(FurtherThreads, KnowsWhetherPlacesWereOmitted) {
    FurtherThreads threads;
    for (uint64_t granule = 0; granule < 2; ++granule) EXPECT_NE(threads.make(granule, 2), nullptr);
    EXPECT_NE(threads.make(1, 2), nullptr); // already has an entry
    EXPECT_FALSE(threads.has_omitted_places());
    EXPECT_EQ(threads.make(2, 2), nullptr);
    EXPECT_TRUE(threads.has_omitted_places());
    threads.forget(0, 1); // the location without entry may still have been accessed
    EXPECT_TRUE(threads.has_omitted_places());
    threads.clear();
    EXPECT_FALSE(threads.has_omitted_places());
}

} // namespace
} // namespace warpscope::metrics
