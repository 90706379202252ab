'use strict';
// Closed forms and maps of processes, as the graph's JSON has them (docs/graph.md), made into functions of an
// environment: an object without prototype that has a number for each name. Nothing of a file becomes code.

// A function of the environment; NaN where a name has no value.
function compileExpr(e) {
  if (typeof e === 'number') return () => e;
  if (typeof e === 'string') return env => (e in env ? env[e] : NaN);
  if (!Array.isArray(e)) return () => NaN;
  const [operation, ...rest] = e;
  const parts = rest.map(compileExpr);
  switch (operation) {
    case '+': return env => parts.reduce((sum, part) => sum + part(env), 0);
    case '*': return env => parts.reduce((product, part) => product * part(env), 1);
    // Quotients of integers may have been rounded a little below an integer.
    case 'floor': return env => Math.floor(parts[0](env) / parts[1](env) + 1e-9);
    case '/': return env => parts[0](env) / parts[1](env);
    default: return () => NaN;
  }
}

// Counts are integers; what is computed with quotients is one but for rounding.
function nearInteger(x) {
  const n = Math.round(x);
  return Math.abs(x - n) <= 1e-9 * Math.max(1, Math.abs(x)) * 1000 ? n : x;
}

function compileConditions(piece) {
  const atLeast = (piece.if || []).map(compileExpr), equal = (piece.eq || []).map(compileExpr);
  return env => {
    for (const f of atLeast) { const v = f(env); if (!(v >= -1e-9)) return Number.isNaN(v) ? NaN : 0; }
    for (const f of equal) { const v = f(env); if (!(Math.abs(v) <= 1e-9)) return Number.isNaN(v) ? NaN : 0; }
    return 1;
  };
}

// null: there is no closed form. 0 where no piece applies.
function compileForm(form) {
  if (!form || !Array.isArray(form.pieces)) return null;
  const pieces = form.pieces.map(p => ({holds: compileConditions(p), value: compileExpr(p.value)}));
  return env => {
    for (const p of pieces) {
      const holds = p.holds(env);
      if (Number.isNaN(holds)) return NaN;
      if (holds) return nearInteger(p.value(env));
    }
    return 0;
  };
}

function namesOfExpr(e, into) {
  if (typeof e === 'string') into.add(e);
  if (Array.isArray(e)) for (const part of e.slice(1)) namesOfExpr(part, into);
}

function namesOfForm(form, into) {
  for (const p of (form && form.pieces) || []) {
    namesOfExpr(p.value, into);
    for (const e of [...(p.if || []), ...(p.eq || [])]) namesOfExpr(e, into);
  }
}

// As text for people.
function exprText(e, rename, within) {
  const inner = (x, w) => exprText(x, rename, w);
  if (!Array.isArray(e)) return typeof e === 'string' ? rename(e) : String(e);
  if (e[0] === '+') {
    let text = '';
    for (const part of e.slice(1)) {
      const minus = (typeof part === 'number' && part < 0) || (Array.isArray(part) && part[0] === '*' && part[1] < 0);
      const positive = !minus ? part : typeof part === 'number' ? -part : part[1] === -1 && part.length > 2
        ? (part.length === 3 ? part[2] : ['*', ...part.slice(2)]) : ['*', -part[1], ...part.slice(2)];
      text += !text ? (minus ? '-' : '') : minus ? ' - ' : ' + ';
      text += inner(positive, minus ? '*' : '+');
    }
    return within === '*' ? `(${text})` : text;
  }
  if (e[0] === '*') return e.slice(1).map(x => inner(x, '*')).join('\u00b7');
  if (e[0] === 'floor') return `\u230a${inner(e[1], '*')}/${inner(e[2], '*')}\u230b`;
  if (e[0] === '/') return `${inner(e[1], '*')}/${inner(e[2], '*')}`;
  return '?';
}

function formText(form, rename) {
  if (!form || !Array.isArray(form.pieces)) return 'no closed form';
  const condition = p => [...(p.if || []).map(e => `${exprText(e, rename)} \u2265 0`),
    ...(p.eq || []).map(e => `${exprText(e, rename)} = 0`)].join(', ');
  return form.pieces.map(p => exprText(p.value, rename) + (condition(p) ? `   if ${condition(p)}` : '')).join('\n') || '0';
}

// ---- maps of processes in isl's notation ------------------------------------------------------

// Of `[P] -> { [p] -> [1 + p] : 0 <= p <= -2 + P; ... }`: {from, to} names and expressions, and a condition for each
// part. null: there is something in it that is not understood here.
function parseMap(text) {
  const tokens = String(text).match(/[A-Za-z_][A-Za-z_0-9]*'*|\d+|->|<=|>=|!=|[-+*/<>=()[\]{},:;]/g) || [];
  let at = 0;
  const peek = () => tokens[at], take = word => (tokens[at] === word ? (at++, true) : false);
  const expect = word => { if (!take(word)) throw new Error(`${word} is expected`); };
  const isNumber = t => t !== undefined && /^\d/.test(t), isName = t => t !== undefined && /^[A-Za-z_]/.test(t);

  function factor() {
    if (take('-')) return ['*', -1, factor()];
    let e;
    if (take('(')) { e = sum(); expect(')'); }
    else if (take('floor')) { expect('('); e = quotient(); expect(')'); }
    else if (isNumber(peek())) {
      e = Number(tokens[at++]);
      if (isName(peek()) && !['and', 'or', 'mod', 'exists'].includes(peek())) e = ['*', e, factor()];
    } else if (isName(peek())) e = tokens[at++];
    else throw new Error('an expression is expected');
    if (take('mod')) { const n = Number(tokens[at++]); e = ['+', e, ['*', -n, ['floor', e, n]]]; }
    return e;
  }
  function product() {
    let e = factor();
    while (take('*')) e = ['*', e, factor()];
    return e;
  }
  function sum() {
    let e = product();
    for (;;) {
      if (take('+')) e = ['+', e, product()];
      else if (take('-')) e = ['+', e, ['*', -1, product()]];
      else return e;
    }
  }
  function quotient() {
    const e = sum();
    expect('/');
    return ['floor', e, factor()];
  }
  function tuple() {
    const list = [];
    expect('[');
    while (!take(']')) {
      const e = sum();
      list.push(take('=') ? {name: e, value: sum()} : {value: e}); // [p = 0]: a name of its own that has one value
      take(',');
    }
    return list;
  }
  const compare = {'<=': (a, b) => a <= b, '<': (a, b) => a < b, '>=': (a, b) => a >= b, '>': (a, b) => a > b,
    '=': (a, b) => a === b, '!=': (a, b) => a !== b};
  // 0 <= p, q < P: every one of the left with every one of the right.
  function chain() {
    const list = () => { const l = [compileExpr(sum())]; while (take(',')) l.push(compileExpr(sum())); return l; };
    const tests = [];
    let left = list(), any = false;
    while (compare[peek()]) {
      const test = compare[tokens[at++]], right = list();
      for (const a of left) for (const b of right) tests.push(env => test(a(env), b(env)));
      left = right;
      any = true;
    }
    if (!any) throw new Error('a comparison is expected');
    return env => tests.every(t => t(env));
  }
  function atom() {
    if (take('true')) return () => true;
    if (take('false')) return () => false;
    if (take('exists')) throw new Error('exists');
    const before = at;
    if (take('(')) {
      try { const c = either(); expect(')'); if (!compare[peek()] && !['+', '-', '*', 'mod'].includes(peek())) return c; }
      catch (e) { if (e.message === 'exists') throw e; }
      at = before;
    }
    return chain();
  }
  function both() {
    const list = [atom()];
    while (take('and')) list.push(atom());
    return env => list.every(c => c(env));
  }
  function either() {
    const list = [both()];
    while (take('or')) list.push(both());
    return env => list.some(c => c(env));
  }
  try {
    const parameters = peek() === '[' ? tuple().map(entry => entry.value) : [];
    if (parameters.length) expect('->');
    expect('{');
    const parts = [];
    while (!take('}')) {
      const from = tuple();
      expect('->');
      const to = tuple();
      parts.push({from, to, holds: take(':') ? either() : () => true});
      take(';');
    }
    for (const part of parts) {
      const known = new Set(parameters);
      part.bindFrom = binder(part.from, known);
      part.bindTo = binder(part.to, known);
    }
    return parts;
  } catch (error) {
    return null;
  }
}

// Gives the names of a tuple their values; entries that are no new names must have them already.
function binder(tuple, known) {
  const steps = tuple.map(({name, value}) => {
    const own = name || (typeof value === 'string' && !known.has(value) ? value : null);
    if (own) known.add(own);
    const is = own && !name ? () => true : (test => (env, x) => test(env) === x)(compileExpr(value));
    return (env, x) => {
      if (!is(env, x)) return false;
      if (own) env[own] = x;
      return true;
    };
  });
  return (env, values) => steps.every((step, k) => step(env, values[k]));
}
