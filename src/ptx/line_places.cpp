#include "ptx/line_places.hpp"

#include <fmt/format.h>

namespace warpscope::ptx {
namespace {

LineEntry line_entry(TokenStream& tokens) {
    LineEntry entry;
    entry.file = static_cast<uint32_t>(tokens.expect_integer("a file's number"));
    entry.line = static_cast<uint32_t>(tokens.expect_integer("a line number"));
    entry.column = static_cast<uint32_t>(tokens.expect_integer("a column number"));
    return entry;
}

} // namespace

void LinePlaces::parse(TokenStream& tokens) {
    InstructionPlace place;
    place.own = line_entry(tokens);
    place.call_site = place.own;
    while (tokens.accept(",")) {
        const Token attribute = tokens.peek();
        const std::string_view name = tokens.expect_identifier("function_name or inlined_at");
        if (name == "inlined_at") {
            const LineEntry caller = line_entry(tokens);
            const auto known = call_site_of_.find(caller);
            place.call_site = known == call_site_of_.end() ? caller : known->second;
        } else if (name == "function_name") {
            (void)tokens.expect_identifier("a label of the debug strings");
            if (tokens.accept("+")) (void)tokens.expect_integer("an offset into the debug strings");
        } else {
            tokens.fail(attribute,
                        fmt::format("expected function_name or inlined_at but found {}", describe(attribute)));
        }
    }
    call_site_of_[place.own] = place.call_site;
    current_ = place;
}

} // namespace warpscope::ptx
