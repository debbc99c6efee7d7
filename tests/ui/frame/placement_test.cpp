// Items over the views do not overlap: cards, cube, map, buffer names, messages, legends, sliders.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "language/language.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

struct Placed {
    std::string label;
    Recorder::Item area;
};

bool is_laid_over(std::string_view label) {
    for (const std::string_view whole : {"hover card", "launch sliders", "presented caption"})
        if (label == whole) return true;
    for (const std::string_view end : {" cube", " map", " banner", " legend", " message", " run name"})
        if (label.ends_with(end)) return true;
    return label.find(" name ") != std::string_view::npos;
}

std::vector<Placed> laid_over(Driver& driver) {
    std::vector<Placed> all;
    for (const std::string& label : driver.labels())
        if (is_laid_over(label)) all.push_back({label, driver.item(label)});
    return all;
}

bool overlap(const Recorder::Item& a, const Recorder::Item& b) {
    constexpr float touch = 1;
    return std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x) > touch &&
           std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y) > touch;
}

bool may_overlap(const std::string& a, const std::string& b) {
    // Cards and messages are temporary. They may cover the legend, but not the cell under the cursor.
    const auto passes = [](const std::string& label) { return label == "hover card" || label.ends_with(" message"); };
    return (passes(a) && b.ends_with(" legend")) || (passes(b) && a.ends_with(" legend"));
}

/// Expects that items over the views do not overlap. Returns the number of items.
size_t expect_apart(Driver& driver, const std::string& where) {
    const std::vector<Placed> all = laid_over(driver);
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t k = i + 1; k < all.size(); ++k)
            EXPECT_FALSE(!may_overlap(all[i].label, all[k].label) && overlap(all[i].area, all[k].area))
                << where << ": '" << all[i].label << "' and '" << all[k].label << "' overlap";
    return all.size();
}

struct Size {
    uint32_t width = 0, height = 0;
};
constexpr Size sizes[] = {{1280, 720}, {1366, 768}, {1600, 950}};

Start initial_layout_of(const catalog::Experiment& experiment) {
    Start start = start_with(default_setup(experiment, WARPSCOPE_SOURCE_DIR "/assets/harbour.png"));
    start.preferences = {};
    start.uses_initial_layout = true;
    return start;
}

void point_at_middles(Driver& driver, const std::string& where) {
    for (const std::string_view view : {"left view", "right view"}) {
        if (!driver.has(view)) continue;
        const Recorder::Item area = driver.item(view);
        for (const float across : {0.3f, 0.5f, 0.8f}) {
            driver.move({area.min.x + across * (area.max.x - area.min.x), (area.min.y + area.max.y) / 2});
            expect_apart(driver, fmt::format("{}, the {} pointed at", where, view));
        }
    }
}

TEST(Placement, InitialLayoutsDoNotOverlap) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    size_t compared = 0;
    for (const catalog::Experiment& e : catalog.experiments) {
        Driver driver(initial_layout_of(e), sizes[0].width, sizes[0].height);
        for (const Size& size : sizes) {
            driver.resize(size.width, size.height);
            driver.settle();
            const std::string where = fmt::format("{}, {} x {}", e.name, size.width, size.height);
            compared += expect_apart(driver, where);
            point_at_middles(driver, where);
        }
    }
    EXPECT_GT(compared, catalog.experiments.size() * std::size(sizes));
}

TEST(Placement, PinnedPresentationsDoNotOverlap) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    size_t cards = 0;
    for (const catalog::Experiment& e : catalog.experiments) {
        Start start = initial_layout_of(e);
        start.presentation = true;
        start.pin = CellCoordinates{3, 0, 0};
        Driver driver(std::move(start), sizes[0].width, sizes[0].height);
        for (const Size& size : sizes) {
            driver.resize(size.width, size.height);
            driver.settle();
            driver.move({static_cast<float>(size.width) / 2, static_cast<float>(size.height) / 3});
            expect_apart(driver, fmt::format("{} presented, {} x {}", e.name, size.width, size.height));
            cards += driver.has("hover card");
        }
    }
    EXPECT_GT(cards, catalog.experiments.size());
}

/// Expects that the window cuts no text, in every language that this machine has a font for.
void expect_whole_words(Driver& driver, const std::string& where) {
    for (const Language spoken : {Language::russian, Language::chinese, Language::english}) {
        if (!set_language(spoken)) continue;
        driver.frames(3);
        driver.settle();
        EXPECT_EQ(language(), spoken);
        EXPECT_THAT(driver.cut(), testing::IsEmpty()) << where << ", language " << static_cast<int>(spoken);
    }
}

TEST(Placement, EveryLanguageShowsWholeWords) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    size_t orders = 0;
    for (const catalog::Experiment& e : catalog.experiments)
        for (const bool four : {false, true}) {
            const std::string where = e.name + (four ? ", four views" : "");
            Start start = initial_layout_of(e);
            start.preferences.four = four;
            Driver driver(std::move(start), 1280, 720);
            driver.settle();
            expect_whole_words(driver, where);
            if (four || !driver.has("##scope launch")) continue;
            driver.click("##scope launch");
            driver.settle();
            driver.key(ImGuiKey_Home);
            driver.key(ImGuiKey_Period);
            driver.settle();
            orders += driver.model().so_far.order != nullptr;
            expect_whole_words(driver, where + ", the launch in time");
        }
    EXPECT_GT(orders, catalog.experiments.size() / 2);
}

} // namespace
} // namespace warpscope::ui
