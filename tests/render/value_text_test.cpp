// Values that fit into their cells.
#include "render/style/cell_text.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace warpscope::render {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

HostBuffer buffer_with(ElementType type, double value) {
    Bytes bytes(size_of(type));
    store_element(bytes.data(), type, 0, value);
    return {{"v", type, 1, {}}, std::make_shared<const Bytes>(std::move(bytes))};
}

TEST(ValueText, FloatsLoseDigitsUntilTheyFit) {
    const HostBuffer pi = buffer_with(ElementType::f64, 3.14159265);
    EXPECT_THAT(fitting_value(pi, 0, 20, 1), ElementsAre("3.142"));
    EXPECT_THAT(fitting_value(pi, 0, 4, 1), ElementsAre("3.14"));
    EXPECT_THAT(fitting_value(pi, 0, 2, 1), ElementsAre("3"));
    const HostBuffer sum = buffer_with(ElementType::f64, 17757);
    EXPECT_THAT(fitting_value(sum, 0, 5, 1), ElementsAre("17757"));
    EXPECT_THAT(fitting_value(sum, 0, 4, 1), ElementsAre("2e4"));
}

TEST(ValueText, SmallNumbersKeepTheirExponent) {
    const HostBuffer tiny = buffer_with(ElementType::f64, -6.25e-8);
    EXPECT_THAT(fitting_value(tiny, 0, 8, 1), ElementsAre("-6.25e-8"));
    EXPECT_THAT(fitting_value(tiny, 0, 7, 1), ElementsAre("-6.2e-8"));
    EXPECT_THAT(fitting_value(tiny, 0, 5, 1), ElementsAre("-6e-8"));
    EXPECT_THAT(fitting_value(tiny, 0, 4, 1), IsEmpty()) << "-6 would be wrong";
    EXPECT_THAT(fitting_value(tiny, 0, 3, 2), ElementsAre("-6", "e-8"));
}

TEST(ValueText, LargeIntegersUseThousands) {
    const HostBuffer count = buffer_with(ElementType::u32, 393216);
    EXPECT_THAT(fitting_value(count, 0, 6, 1), ElementsAre("393216"));
    EXPECT_THAT(fitting_value(count, 0, 4, 1), ElementsAre("393k"));
    EXPECT_THAT(fitting_value(count, 0, 2, 1), IsEmpty());
    EXPECT_THAT(fitting_value(buffer_with(ElementType::s32, -12), 0, 3, 1), ElementsAre("-12"));
}

TEST(ValueText, NonFiniteValuesAreWritten) {
    EXPECT_THAT(fitting_value(buffer_with(ElementType::f32, std::numeric_limits<double>::quiet_NaN()), 0, 3, 1),
                ElementsAre("nan"));
    EXPECT_THAT(fitting_value(buffer_with(ElementType::f32, -std::numeric_limits<double>::infinity()), 0, 4, 1),
                ElementsAre("-inf"));
}

} // namespace
} // namespace warpscope::render
