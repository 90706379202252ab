// SPDX-License-Identifier: Apache-2.0
#include "changes.h"

#include <clang/Lex/Lexer.h>

using namespace clang;

// The macro's name, if it is the first token that a macro brings.
SourceLocation TextChanges::first_of(SourceLocation token) const
{
	if (token.isMacroID()) Lexer::isAtStartOfMacroExpansion(token, sources, language, &token);
	return token;
}

// The end of the invocation, if it is the last one.
SourceLocation TextChanges::last_of(SourceLocation token) const
{
	if (token.isMacroID()) Lexer::isAtEndOfMacroExpansion(token, sources, language, &token);
	return token;
}

std::string TextChanges::text_of(SourceRange range)
{
	range = {first_of(range.getBegin()), last_of(range.getEnd())};
	if (range.getBegin().isMacroID() || range.getEnd().isMacroID()) good = false;
	return good ? Lexer::getSourceText(CharSourceRange::getTokenRange(range), sources, language).str() : "";
}

std::optional<Token> TextChanges::next_token(SourceLocation token) const
{
	token = last_of(token);
	if (token.isInvalid() || token.isMacroID()) return std::nullopt;
	return Lexer::findNextToken(token, sources, language);
}

SourceLocation TextChanges::next_is(SourceLocation token, tok::TokenKind kind) const
{
	std::optional<Token> next = next_token(token);
	return next && next->is(kind) ? next->getLocation() : SourceLocation();
}

SourceLocation TextChanges::end_of(const Stmt *statement)
{
	SourceLocation last = statement->getEndLoc();
	std::string token = text_of({last, last});
	return token == "}" || token == ";" ? last : next_is(last, tok::semi);
}

bool TextChanges::begins_after_directive(SourceLocation where) const
{
	llvm::StringRef text = sources.getBufferData(sources.getFileID(where)).take_front(sources.getFileOffset(where));
	text = text.rtrim(" \t\r\n");
	return text.drop_front(text.rfind('\n') + 1).ltrim(" \t").starts_with("#");
}

void TextChanges::add(SourceLocation begin, unsigned size, const std::string &text)
{
	InclusionOffset at;
	begin = first_of(begin);
	good &= begin.isFileID() && notes.inclusions.find(sources, begin, at);
	if (!good) return;
	auto [known, is_new] = list.insert({at, {at.second + size, text}});
	if (is_new) return;
	Replacement &there = known->second;
	good &= size == 0 || there.end == at.second;
	there.text = there.end == at.second ? there.text + text : text + there.text;
	there.end = std::max(there.end, at.second + size);
}

void TextChanges::replace(SourceLocation begin, SourceLocation end, const std::string &text)
{
	InclusionOffset from, to;
	begin = first_of(begin);
	end = last_of(end);
	good &= begin.isFileID() && end.isFileID() && notes.inclusions.find(sources, begin, from) &&
	        notes.inclusions.find(sources, end, to) && from.first == to.first && from.second <= to.second;
	if (good) add(begin, to.second + Lexer::MeasureTokenLength(end, sources, language) - from.second, text);
}

void TextChanges::put_behind(SourceLocation token, const std::string &text)
{
	token = last_of(token);
	good &= token.isFileID();
	if (good) add(token.getLocWithOffset(Lexer::MeasureTokenLength(token, sources, language)), 0, text);
}

void TextChanges::put_copy_behind(SourceLocation token, SourceLocation like, const std::string &text,
        SourceRange copied, const std::string &after)
{
	InclusionOffset at, from;
	put_behind(token, text);
	good &= notes.inclusions.find(sources, token, at) && notes.inclusions.find(sources, copied.getBegin(), from) &&
	        from.first == at.first;
	if (!good) return;
	at.second += Lexer::MeasureTokenLength(token, sources, language);
	Replacement &there = list[at];
	there.like = sources.getFileOffset(like);
	unsigned end =
	        sources.getFileOffset(copied.getEnd()) + Lexer::MeasureTokenLength(copied.getEnd(), sources, language);
	there.copies = {{from.second, end, after}};
}

void TextChanges::replace_by_copies(
        SourceLocation begin, SourceLocation end, const std::string &text, const std::vector<CopiedText> &copies)
{
	InclusionOffset at;
	replace(begin, end, text);
	good &= notes.inclusions.find(sources, first_of(begin), at);
	if (!good) return;
	list[at].like = at.second;
	list[at].copies = copies;
}

void TextChanges::make(Expansions &found) const
{
	if (good) found.add({list.begin(), list.end()});
}
