import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** What classes and dots are tried with, the plainest first. */
const PLAIN = ['a', '0', 'A', '-', '_', ' ', '.', '/', '@', 'é'];

/**
 * A text that follows a pattern, short and the same each time. Lookarounds and back-references are
 * passed over, so whoever asks has to check what comes; undefined where the pattern is none.
 */
export function samplePattern(pattern: string): string | undefined {
  try {
    return new RegExpParser({ ecmaVersion: 2024 })
      .parsePattern(pattern, 0, pattern.length, { unicode: true })
      .alternatives.map(sampleAlternative)[0];
  } catch {
    return undefined;
  }
}

function sampleAlternative({ elements }: AST.Alternative): string {
  return elements.map(sampleElement).join('');
}

function sampleElement(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterClass':
    case 'CharacterSet':
      return sampleClass(element);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.map(sampleAlternative)[0] ?? '';
    case 'Quantifier':
      return sampleElement(element.element).repeat(Math.max(element.min, Math.min(1, element.max)));
    default:
      return '';
  }
}

function sampleClass(element: AST.CharacterClass | AST.CharacterSet): string {
  const one = new RegExp(`^(?:${element.raw})$`, 'u');
  const named =
    element.type === 'CharacterClass'
      ? element.elements.flatMap((part) =>
          part.type === 'Character'
            ? [part.value]
            : part.type === 'CharacterClassRange'
              ? [part.min.value]
              : [],
        )
      : [];
  const candidates = [...PLAIN, ...named.map((code) => String.fromCodePoint(code))];
  return candidates.find((candidate) => one.test(candidate)) ?? '';
}
