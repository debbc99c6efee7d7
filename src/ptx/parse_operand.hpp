#pragma once

#include "ptx/parse_context.hpp"
#include "ptx/scope.hpp"

namespace warpscope::ptx {

class OperandParser {
public:
    /// `video` allows parts ("%r1.h0") and minus signs.
    OperandParser(ParseContext& context, ScopeStack& scopes, bool video)
        : context_(context)
        , tokens_(context.tokens)
        , scopes_(scopes)
        , video_(video) {}

    /// Parses "d|p" as two operands.
    void list(std::vector<Operand>& operands);
    Operand operand();
    /// Parses "(results), callee, (arguments), prototype".
    CallOperands call();

private:
    Operand named();
    Operand register_vector(const Token& name, uint32_t elements);
    Operand vector();
    Operand address();
    Operand texture_place(Address handle);
    Operand special(const Token& name);
    Operand scalar_in_vector();
    RegisterPart part();
    std::vector<Operand> bracketed();
    int64_t offset();

    ParseContext& context_;
    TokenStream& tokens_;
    ScopeStack& scopes_;
    bool video_;
};

} // namespace warpscope::ptx
