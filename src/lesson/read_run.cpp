#include "lesson/read_run.hpp"

#include "language/tr.hpp"

namespace warpscope::lesson {

void read_run(catalog::TableReader& reader, catalog::Problems& problems, RunSpec& out) {
    if (const auto input = reader.text("input")) out.input = *input;
    if (const auto block = reader.numbers("block")) {
        out.block.clear();
        for (const double side : *block)
            if (side >= 1 && side <= 1024 && side == static_cast<double>(static_cast<uint32_t>(side)))
                out.block.push_back(static_cast<uint32_t>(side));
        if (block->empty() || block->size() > 3 || out.block.size() != block->size())
            reader.problem("block", msg("'block' needs one to three whole numbers of threads."));
    }
    if (const toml::table* settings = reader.table("set")) {
        catalog::TableReader values(*settings, problems, "set");
        for (const auto& [key, node] : *settings)
            if (const auto value = values.number(key.str())) out.settings[std::string(key.str())] = *value;
        values.finish();
    }
}

} // namespace warpscope::lesson
