// SPDX-License-Identifier: Apache-2.0
#include "pragma.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/Pragma.h>

#include <deque>

using namespace clang;

static directive_token_kind kind_of(const Token &token)
{
	if (token.isAnyIdentifier() || token.getIdentifierInfo()) return DIRECTIVE_TOKEN_IDENTIFIER;
	if (token.is(tok::numeric_constant)) return DIRECTIVE_TOKEN_NUMBER;
	return tok::getPunctuatorSpelling(token.getKind()) ? DIRECTIVE_TOKEN_PUNCTUATOR : DIRECTIVE_TOKEN_OTHER;
}

static bool is_part(char c) { return c == '_' || clang::isAlphanumeric(c); }

// `0..n` is one token of C, a number as the preprocessor counts. What follows the dots is given back to it in pieces,
// macros included.
static void give_back(Preprocessor &preprocessor, llvm::StringRef text, SourceLocation where)
{
	std::vector<Token> pieces;
	for (size_t begin = 0, end; begin < text.size(); begin = end) {
		for (end = begin + 1; is_part(text[begin]) && end < text.size() && is_part(text[end]);) end++;
		Token token;
		token.startToken();
		token.setLocation(where.getLocWithOffset(begin));
		token.setLength(end - begin);
		llvm::StringRef piece = text.slice(begin, end);
		if (clang::isDigit(piece[0])) {
			token.setKind(tok::numeric_constant);
			token.setLiteralData(piece.data());
		} else if (is_part(piece[0])) {
			IdentifierInfo *name = preprocessor.getIdentifierInfo(piece);
			token.setIdentifierInfo(name);
			token.setKind(name->getTokenID());
		} else {
			token.setKind(piece == "+" ? tok::plus : piece == "-" ? tok::minus : tok::period);
		}
		pieces.push_back(token);
	}
	if (pieces.empty()) return;
	auto stream = std::make_unique<Token[]>(pieces.size());
	std::copy(pieces.begin(), pieces.end(), stream.get());
	preprocessor.EnterTokenStream(std::move(stream), pieces.size(), false, false);
}

namespace
{
class DistHandler : public PragmaHandler
{
	PragmaList &list;
	std::deque<std::string> texts; // of numbers that tokens lead to

      public:
	DistHandler(PragmaList &list) : PragmaHandler("dist"), list(list) {}

	// The next token: with its macro expanded, unless it is a word of the language where it stands.
	void next(Preprocessor &preprocessor, const Pragma &pragma, Token &token)
	{
		preprocessor.LexUnexpandedToken(token);
		IdentifierInfo *name = token.getIdentifierInfo();
		if (!name || token.isExpandDisabled() || !name->hasMacroDefinition()) return;
		std::vector<directive_token> before;
		for (const PragmaToken &t : pragma.tokens) before.push_back({t.kind, t.text.c_str(), {}});
		if (directive_is_word(before.data(), before.size(), name->getName().str().c_str())) return;
		auto stream = std::make_unique<Token[]>(1);
		stream[0] = token;
		preprocessor.EnterTokenStream(std::move(stream), 1, false, false);
		preprocessor.Lex(token);
	}

	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &first) override
	{
		Pragma pragma = {introducer.Loc, first.getLocation(), first.getLocation(),
		        introducer.Kind == PIK_HashPragma, {}};
		Token token;
		for (next(preprocessor, pragma, token); token.isNot(tok::eod) && token.isNot(tok::eof);
		        next(preprocessor, pragma, token)) {
			std::string text = preprocessor.getSpelling(token);
			size_t dots = token.is(tok::numeric_constant) ? text.find("..") : std::string::npos;
			pragma.tokens.push_back({kind_of(token), text.substr(0, dots), token.getLocation()});
			if (dots == std::string::npos) continue;
			for (int k = 0; k < 2; k++)
				pragma.tokens.push_back({DIRECTIVE_TOKEN_PUNCTUATOR, ".", token.getLocation()});
			texts.push_back(text.substr(dots + 2));
			give_back(preprocessor, texts.back(), token.getLocation().getLocWithOffset(dots + 2));
		}
		pragma.end = token.getLocation();
		list.push_back(std::move(pragma));
	}
};
} // namespace

void collect_pragmas(Preprocessor &preprocessor, PragmaList &list)
{
	preprocessor.AddPragmaHandler(new DistHandler(list));
}
