// SPDX-License-Identifier: Apache-2.0
#include "pragma.h"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/Pragma.h>

using namespace clang;

static directive_token_kind kind_of(const Token &token)
{
	if (token.isAnyIdentifier() || token.getIdentifierInfo()) return DIRECTIVE_TOKEN_IDENTIFIER;
	if (token.is(tok::numeric_constant)) return DIRECTIVE_TOKEN_NUMBER;
	return tok::getPunctuatorSpelling(token.getKind()) ? DIRECTIVE_TOKEN_PUNCTUATOR : DIRECTIVE_TOKEN_OTHER;
}

namespace
{
class DistHandler : public PragmaHandler
{
	PragmaList &list;

      public:
	DistHandler(PragmaList &list) : PragmaHandler("dist"), list(list) {}

	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &first) override
	{
		Pragma pragma = {introducer.Loc, first.getLocation(), first.getLocation(),
		        introducer.Kind == PIK_HashPragma, {}};
		Token token;
		for (preprocessor.Lex(token); token.isNot(tok::eod) && token.isNot(tok::eof); preprocessor.Lex(token))
			pragma.tokens.push_back({kind_of(token), preprocessor.getSpelling(token), token.getLocation()});
		pragma.end = token.getLocation();
		list.push_back(std::move(pragma));
	}
};
} // namespace

void collect_pragmas(Preprocessor &preprocessor, PragmaList &list)
{
	preprocessor.AddPragmaHandler(new DistHandler(list));
}
