// Operands of instructions. Internal to this module.
#pragma once

#include "ptx/parse_context.hpp"
#include "ptx/scope.hpp"

namespace warpscope::ptx {

class OperandParser {
public:
    /// `video`: of a video instruction, whose registers may have parts ("%r1.h0") and a minus.
    OperandParser(ParseContext& context, ScopeStack& scopes, bool video)
        : context_(context)
        , tokens_(context.tokens)
        , scopes_(scopes)
        , video_(video) {}

    /// Reads operands up to the semicolon; "d|p" gives two.
    void list(std::vector<Operand>& operands);
    Operand operand();
    /// Reads "(results), callee, (arguments), prototype" with what is left out.
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
