// Source, PTX, painting, heat maps, and findings: user actions and their results.
#include <algorithm>

#include "driver.hpp"
#include "render/maps/finding_marks.hpp"
#include "render/maps/heat_map.hpp"
#include "sass/fake_assembler.hpp"
#include "session/require_run.hpp"
#include "ui/code/cost_columns.hpp"
#include "ui/code/line_pieces.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/heat_text.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {
namespace {

TEST(LinePieces, LongLinesWrapIndentedAtBlanks) {
    const std::string_view line = "    int col = blockIdx.x * blockDim.x + threadIdx.x;";
    const std::vector<LinePiece> pieces = pieces_of(line, 30);
    ASSERT_EQ(pieces.size(), 3u);
    EXPECT_EQ(line.substr(pieces[0].begin, pieces[0].end - pieces[0].begin), "    int col = blockIdx.x *");
    EXPECT_EQ(line.substr(pieces[1].begin, pieces[1].end - pieces[1].begin), "blockDim.x +");
    EXPECT_EQ(pieces[1].indent, 8u);
    EXPECT_EQ(line.substr(pieces[2].begin), "threadIdx.x;");
    EXPECT_EQ(pieces_of("short", 30).size(), 1u);
    EXPECT_EQ(pieces_of("", 30).size(), 1u);
    // A word without spaces breaks at the end of the line, but never inside a UTF-8 letter.
    const std::string_view word = "abcdefghijk\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4";
    std::string again;
    for (const LinePiece& piece : pieces_of(word, 12)) {
        EXPECT_NE(static_cast<unsigned char>(word[piece.begin]) & 0xc0U, 0x80U);
        again += word.substr(piece.begin, piece.end - piece.begin);
    }
    EXPECT_EQ(again, word);
    const std::vector<Token> tokens{{TokenKind::type_name, "int"}, {TokenKind::plain, " a = 1;"}};
    const std::vector<Token> part = tokens_within(tokens, 1, 6);
    ASSERT_EQ(part.size(), 2u);
    EXPECT_EQ(part[0].text, "nt");
    EXPECT_EQ(part[1].text, " a ");
}

using metrics::Measure;

Start variant_of(const std::string& experiment, const std::string& variant, const std::string& input) {
    scene::LaunchSetup setup = setup_of(experiment, input);
    const auto start = start_with(setup);
    setup = with_variant(setup, *start.catalog->find(experiment), variant);
    Start result = start_with(setup);
    return result;
}

const metrics::Probe* painted_probe(const Model& model) {
    const auto request = render::probe_for(*model.result, {render::Overlay::none, model.paint});
    const auto found = model.probes.find(*request);
    return found.get(); // kept alive by the model
}

TEST(CodePaint, ClickOnALineTogglesIt) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 900, 640);
    driver.settle();
    driver.wheel({300, driver.item("##drawer").max.y + 100}, 50);
    driver.settle();
    const ImVec2 line = driver.middle("source text 4");
    const auto item = driver.item("source text 4");
    driver.click_at({item.min.x + 120, line.y});
    driver.settle();
    ASSERT_TRUE(driver.model().painted);
    EXPECT_EQ(driver.model().painted->place, (CodePlace{4, 0}));
    EXPECT_EQ(driver.model().painted->measure, Measure::executions) << "no memory on this line";
    EXPECT_TRUE(driver.says("line 4: ")) << driver.text();
    EXPECT_TRUE(driver.says("instructions per thread")) << driver.text();
    const metrics::Probe* probe = painted_probe(driver.model());
    ASSERT_NE(probe, nullptr);
    EXPECT_EQ(probe->ranges[0].low, probe->ranges[0].high) << "every thread computes its row";
    driver.click_at({item.min.x + 120, line.y});
    driver.settle();
    EXPECT_FALSE(driver.model().painted);
    EXPECT_FALSE(driver.says("line 4: "));
}

/// The matrix load takes one sector per lane, the vector load one for all lanes; their mean would describe neither.
TEST(CodePanel, MixedLoadsShowSeparateSectors) {
    scene::LaunchSetup setup = setup_of("matvec", "noise:96x128");
    setup.variant = "row";
    Start start = start_with(setup);
    Driver driver(std::move(start));
    driver.settle();
    const insight::CodeMap& map = insight::code_map_of(*driver.model().result);
    std::string sectors;
    for (const auto& [line, cost] : map.source)
        if (cost.mixed) sectors = cost_text(CostKind::sectors, cost);
    EXPECT_TRUE(sectors == "32.0 (4.0) + 1.0 (1.0)" || sectors == "1.0 (1.0) + 32.0 (4.0)") << sectors;
}

TEST(CodePaint, EscapeStopsItBeforeUnpinning) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.paint = PaintedCode{{15, 0}, Measure::sectors};
    start.pin = CellCoordinates{3, 3};
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_NE(painted_probe(driver.model()), nullptr);
    EXPECT_TRUE(driver.says("sectors per request of its warp")) << driver.text();
    EXPECT_TRUE(driver.model().selection.pinned);
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.model().painted);
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(CodePaintPixels, PillsSelectTheMeasure) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.paint = PaintedCode{{15, 0}, Measure::executions};
    Driver driver(std::move(start), 900, 640);
    driver.settle();
    const Picture executions = driver.picture();
    driver.click("sectors##paint");
    driver.settle();
    EXPECT_EQ(driver.model().painted->measure, Measure::sectors);
    EXPECT_NE(driver.picture().rgba, executions.rgba);
    EXPECT_FALSE(driver.has("passes##paint")) << "no shared memory here";
}

TEST(CodePaint, FollowsSlidersUntilKernelChange) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.paint = PaintedCode{{15, 0}, Measure::executions};
    Driver driver(std::move(start), 900, 640);
    driver.settle();
    const double before = painted_probe(driver.model())->ranges[0].high;
    driver.slide("radius", 0.9f);
    driver.settle();
    ASSERT_TRUE(driver.model().painted);
    ASSERT_NE(painted_probe(driver.model()), nullptr);
    EXPECT_GT(painted_probe(driver.model())->ranges[0].high, before);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(painted_probe(driver.model())->ranges[0].high, before);
}

TEST(CodePanel, PtxIsLinkedWithSource) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1500, 820);
    driver.settle();
    EXPECT_EQ(driver.model().preferences->beside, CodeBeside::nothing);
    EXPECT_FALSE(driver.says(".visible .entry")) << "the source has all of the drawer's width";
    driver.click("PTX##source");
    driver.settle();
    const auto panel = driver.item("##drawer"); // the button at the drawer's right end
    driver.wheel({300, panel.max.y + 100}, 50);
    driver.settle();
    ASSERT_TRUE(driver.has("source text 4"));
    const insight::CodeMap map = insight::CodeMap::of(*driver.model().result);
    const auto source = driver.item("source text 4");
    driver.move({source.min.x + 100, (source.min.y + source.max.y) / 2});
    driver.frames(2);
    EXPECT_EQ(driver.model().hovered_code, (CodePlace{4, 0}));
    driver.click_at({source.min.x + 100, (source.min.y + source.max.y) / 2});
    driver.settle();
    const uint32_t first = map.ptx_of_line.at(4).front();
    const std::string label = "PTX text " + std::to_string(first);
    ASSERT_TRUE(driver.has(label)) << "the instruction is brought into sight";
    const auto ptx = driver.item(label);
    driver.click_at({ptx.min.x + 100, (ptx.min.y + ptx.max.y) / 2});
    driver.settle();
    ASSERT_TRUE(driver.model().painted);
    EXPECT_EQ(driver.model().painted->place, (CodePlace{0, first}));
    EXPECT_TRUE(driver.says("PTX line " + std::to_string(first) + ": ")) << driver.text();
    EXPECT_EQ(driver.model().hovered_code, (CodePlace{0, first}));
}

Start with_assembler(const std::string& experiment, const std::string& input, bool keeps_branches) {
    Start start = start_with(setup_of(experiment, input));
    start.assembler = sass::fake_assembler(keeps_branches);
    return start;
}

TEST(CodePanel, MachineCodeIsLinkedWithSource) {
    Driver driver(with_assembler("box_blur", "gradient:40x30", true), 1900, 820);
    driver.settle();
    EXPECT_FALSE(driver.model().machine) << "made only for what is shown";
    driver.click("SASS##source");
    driver.settle();
    EXPECT_TRUE(driver.says("sm_90 · 24 registers · no spills · stack 8 bytes")) << driver.text();
    ASSERT_TRUE(driver.model().machine);
    driver.wheel({300, driver.item("##drawer").max.y + 100}, 50);
    driver.settle();
    ASSERT_TRUE(driver.has("source text 4"));
    const auto source = driver.item("source text 4");
    driver.click_at({source.min.x + 100, (source.min.y + source.max.y) / 2});
    driver.settle();
    const insight::MachineLines& machine = *driver.model().machine;
    ASSERT_TRUE(machine.first_of(4, 0));
    const std::string label = "SASS text " + std::to_string(*machine.first_of(4, 0));
    ASSERT_TRUE(driver.has(label)) << "the instruction is brought into sight";
    const auto code = driver.item(label);
    driver.click_at({code.min.x + 100, (code.min.y + code.max.y) / 2});
    driver.settle();
    const uint32_t ptx = machine.find(*machine.first_of(4, 0))->ptx_line;
    ASSERT_TRUE(driver.model().painted);
    EXPECT_EQ(driver.model().painted->place, (CodePlace{0, ptx}));
    driver.key(ImGuiKey_Escape); // unpaints the line, because its legend replaces the buttons
    driver.settle();
    driver.click("PTX##source");
    driver.settle();
    EXPECT_EQ(driver.model().preferences->beside, CodeBeside::ptx_and_machine_code);
    driver.click("PTX##source");
    driver.click("SASS##source");
    driver.settle();
    EXPECT_EQ(driver.model().preferences->beside, CodeBeside::nothing);
    EXPECT_FALSE(driver.has(label));
}

TEST(CodePanel, ButtonsKeepTheirPlaces) {
    Driver driver(with_assembler("box_blur", "gradient:40x30", true), 1200, 820);
    driver.settle();
    const Recorder::Item ptx = driver.item("PTX##source"), sass = driver.item("SASS##source");
    EXPECT_LT(ptx.min.x, sass.min.x);
    ASSERT_TRUE(driver.has("surviving branches##source"));
    for (const char* const button : {"SASS##source", "PTX##source"}) {
        driver.click(button);
        driver.settle();
        EXPECT_FLOAT_EQ(driver.item("PTX##source").min.x, ptx.min.x) << button;
        EXPECT_FLOAT_EQ(driver.item("SASS##source").min.x, sass.min.x) << button;
    }
    ASSERT_FALSE(driver.has("surviving branches##source")) << "the panel became narrow";
    driver.click("more##source");
    driver.frames(2);
    driver.click("surviving branches##source");
    driver.settle();
    EXPECT_TRUE(driver.model().preferences->only_surviving_branches);
    driver.click("SASS##source");
    driver.settle();
    EXPECT_EQ(driver.model().preferences->beside, CodeBeside::ptx) << "a second click takes it back";
}

std::string legend_of_divergence(const Model& model) {
    render::ViewState state;
    state.overlays = render::parse_overlays("divergence").value();
    for (const render::LegendEntry& entry : render::legend(*model.result, nullptr, state, model.probes))
        if (entry.mark == render::Mark::diverged) return entry.text;
    return {};
}

/// The fake assembler keeps all branches or none.
TEST(CodePanelPixels, SwitchHidesSplitsOfRemovedBranches) {
    for (const bool keeps : {true, false}) {
        Start start = with_assembler("box_blur", "gradient:40x30", keeps);
        start.preferences.panes.inspector_open = false;
        Driver driver(std::move(start), 1600, 820);
        driver.settle();
        const insight::CodeMap& map = insight::code_map_of(*driver.model().result);
        const auto splits =
            std::ranges::find_if(map.source, [](const auto& line) { return line.second.divergent_branches > 0; });
        ASSERT_NE(splits, map.source.end());
        const Picture all = driver.picture();
        driver.click("surviving branches##source");
        driver.settle();
        ASSERT_TRUE(driver.model().machine);
        const auto surviving = insight::surviving_costs_of(*driver.model().result, *driver.model().machine);
        EXPECT_EQ(surviving->cost_of(splits->first)->divergent_branches,
                  keeps ? splits->second.divergent_branches : 0u);
        ASSERT_TRUE(driver.model().probes.surviving);
        const std::string words = legend_of_divergence(driver.model());
        EXPECT_NE(words.find("warps diverged in machine code"), std::string::npos) << words;
        EXPECT_EQ(words.starts_with("0 of "), !keeps) << words;
        driver.click("surviving branches##source");
        driver.move({-1000, -1000});
        driver.settle();
        EXPECT_EQ(driver.picture().rgba == all.rgba, true) << "the switch is off again";
    }
}

TEST(CodePanel, LegendAdmitsUnknownMachineCode) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.only_surviving_branches = true;
    Driver driver(std::move(start), 1500, 820);
    driver.settle();
    const std::string words = legend_of_divergence(driver.model());
    EXPECT_NE(words.find("fewer if the GPU avoids branches"), std::string::npos) << words;
}

TEST(CodePanel, TipOfSplitsNamesTheMachineForm) {
    const auto tip = [](const sass::Assembler& assembler) {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.assembler = assembler;
        start.preferences.panes.inspector_open = false;
        Driver driver(std::move(start), 1600, 1200);
        driver.settle();
        const insight::CodeMap& map = insight::code_map_of(*driver.model().result);
        EXPECT_GT(map.cost_of(6)->divergent_branches, 0u);
        EXPECT_FALSE(driver.model().machine) << "made only for what is shown";
        driver.wheel({300, driver.item("##drawer").max.y + 100}, 50);
        const auto line = driver.item("source text 6");
        driver.move({line.max.x - 30, (line.min.y + line.max.y) / 2});
        driver.settle();
        return driver.text();
    };
    const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != text.npos; };
    const std::string masked = tip(sass::fake_assembler(false)), without_toolkit = tip({});
    EXPECT_TRUE(has(masked, "sm_90 predicates this `if`: lanes are masked, no branch")) << masked;
    EXPECT_TRUE(has(without_toolkit, "A GPU may run this without a branch (predication).")) << without_toolkit;
}

TEST(CodePanel, NamesTheMissingDisassembler) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.beside = CodeBeside::machine_code;
    Driver driver(std::move(start), 1500, 820);
    driver.settle();
    EXPECT_TRUE(driver.says("Machine code needs nvdisasm from the CUDA Toolkit")) << driver.text();
}

TEST(CodePanel, NarrowPanelKeepsAvoidableCosts) {
    Driver driver(variant_of("transpose", "naive_row", "index:64x64"), 760, 720);
    driver.settle();
    EXPECT_TRUE(driver.says("sectors/req. (fewest)")) << driver.text();
    EXPECT_FALSE(driver.says("split branches")) << driver.text();
}

TEST(CodePanel, ColumnsShowOnlyMeasuredCosts) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1280, 720);
    driver.settle();
    EXPECT_TRUE(driver.says("sectors/req. (fewest)"));
    EXPECT_TRUE(driver.says("split branches"));
    EXPECT_FALSE(driver.says("passes\n"));
    Driver tiled(variant_of("matmul", "tiled", "noise:32x32"), 1280, 720);
    tiled.settle();
    EXPECT_TRUE(tiled.says("passes\n"));
}

TEST(HeatMap, OverlaysAreMeasuredOnDemand) {
    Driver driver(variant_of("transpose", "naive_row", "gradient:64x64"));
    driver.settle();
    EXPECT_TRUE(driver.model().probes.made.empty()) << "nothing is measured before it is asked for";
    driver.key(ImGuiMod_Shift | ImGuiKey_S);
    driver.settle();
    EXPECT_TRUE(driver.says("4 sectors per request (scale 1 to 32)")) << driver.text();
    EXPECT_TRUE(driver.says("32 sectors per request (scale 1 to 32)")) << driver.text();
    driver.move(driver.at_cell("right view", 20, 20));
    driver.settle();
    EXPECT_TRUE(driver.says("32.0 per req. on out")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_R); // replaces the sector heat map in views of loaded cells
    driver.settle();
    EXPECT_FALSE(driver.says("4 sectors per request (scale 1 to 32)"));
    EXPECT_TRUE(driver.says("0 other blocks load a cell")) << driver.text();
}

TEST(HeatMap, AtomicsEqualBinCounts) {
    Start start = variant_of("histogram", "global", "gradient:64x64");
    start.preferences.views[1].form = Form::cells; // bars have no room for overlays
    Driver driver(std::move(start));
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_A);
    driver.settle();
    driver.move(driver.at_cell("right view", 0, 0));
    driver.settle();
    const uint64_t count = *reinterpret_cast<const uint32_t*>(driver.model().result->output.bytes->data());
    EXPECT_TRUE(driver.says(std::to_string(count) + " on histogram")) << driver.text();
}

TEST(Findings, IndexExpressionShowsItsValue) {
    Driver driver(variant_of("bug_museum", "wrong_pitch_index", "gradient:52x90"), 1120, 640);
    driver.settle();
    driver.click_findings();
    driver.settle();
    const char* words =
        "The access is out[row * height + col], here out[4680]; the last element is out[4679]; height = 90";
    EXPECT_TRUE(driver.says(words)) << driver.text();
}

TEST(Findings, RaceLinksBothLinesAndThreads) {
    Driver driver(variant_of("count_condition", "racy", "gradient:8x8"), 900, 640);
    driver.settle();
    const simt::Finding finding = driver.model().result->shown().findings.at(0);
    EXPECT_EQ(finding.kind, simt::FindingKind::race_global);
    ASSERT_TRUE(finding.has_other);
    const auto on_findings = [&] {
        driver.click_findings();
        driver.settle();
    };
    on_findings();
    EXPECT_TRUE(driver.says("Race in global memory")) << driver.text();
    const auto label = [&](const std::string& end) {
        for (const std::string& one : driver.labels())
            if (one.ends_with(end)) return one;
        ADD_FAILURE() << "nothing ends with " << end;
        return std::string();
    };
    driver.click(label("##this thread 0"));
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, render::thread_of(*driver.model().result, finding));
    EXPECT_TRUE(driver.model().selection.pinned);
    driver.click(label("##other thread 0"));
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, render::other_thread_of(*driver.model().result, finding));
    driver.click(label("##cell 0"));
    driver.settle();
    EXPECT_EQ(driver.model().selection.cell, (render::CellIndex{0, 0})) << "the only cell";
    driver.click(label("##other line 0"));
    driver.settle();
    EXPECT_EQ(driver.model().marked_line, finding.other_source.line);
    EXPECT_TRUE(driver.has("source text " + std::to_string(finding.other_source.line)));
    EXPECT_EQ(render::finding_places(*driver.model().result, render::Space::output).size(), 1u);
    EXPECT_TRUE(driver.says(" are here\n") || driver.says(" is here\n") || driver.says("1 finding\n"))
        << "in the legend";
}

TEST(Findings, NameElementsInsideAndOutside) {
    const auto findings_of = [](const std::string& variant, const std::string& input) {
        Start start = start_with(setup_of("bug_museum", input));
        start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), variant);
        start.preferences.tab = Tab::findings;
        return start;
    };
    {
        Driver driver(findings_of("missing_guard", "gradient:52x90"), 1120, 640);
        driver.settle();
        EXPECT_TRUE(driver.says("out[90, 0] is outside")) << driver.text();
        EXPECT_TRUE(driver.says("It is element 4680 of 'out' (row 90, column 0), which has 90 rows of 52 columns"))
            << driver.text();
    }
    Driver driver(findings_of("histogram_without_atomics", "impulse:40"), 1120, 640);
    driver.settle();
    EXPECT_TRUE(driver.says("histogram[0]")) << driver.text();
    EXPECT_TRUE(driver.says(" histogram[0]; thread (")) << driver.text();
    driver.click("histogram[0]##cell 0"); // an existing cell can be pinned
    driver.settle();
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(Findings, MuseumFindingsHaveAPlace) {
    const catalog::Experiment* museum = start_with({}).catalog->find("bug_museum");
    ASSERT_NE(museum, nullptr);
    for (const catalog::Variant& variant : museum->variants) {
        Start start = variant_of("bug_museum", variant.name, "gradient:52x90");
        start.preferences.tab = Tab::findings;
        Driver driver(std::move(start), 700, 500);
        driver.settle();
        REQUIRE_RUN(driver.model().result);
        const auto& launches = driver.model().result->measured->launches();
        ASSERT_FALSE(launches.back().findings.empty()) << variant.name;
        for (const simt::Finding& finding : launches.back().findings) {
            EXPECT_TRUE(driver.says(std::string(simt::title_of(finding.kind)))) << variant.name;
            EXPECT_TRUE(driver.says(finding.message.english().substr(0, finding.message.english().find(' '))))
                << variant.name;
        }
        EXPECT_FALSE(render::finding_places(*driver.model().result, render::Space::launch).empty()) << variant.name;
    }
}

} // namespace
} // namespace warpscope::ui
