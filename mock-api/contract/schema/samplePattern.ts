import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Tried for character classes and dots, in this order. */
const commonCharacters = ['a', '0', 'A', '-', '_', ' ', '.', '/', '@', 'é'];

const firstSurrogate = 0xd800;

/**
 * A short, deterministic string for a regular expression; undefined if the pattern is invalid.
 * Lookarounds and backreferences are ignored, so the result must be validated.
 *
 * @example
 * samplePattern('^[A-F]{2}-(x|y)\\d+$'); // 'AA-x0'
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

function sampleClass({ raw }: AST.CharacterClass | AST.CharacterSet): string {
  const matcher = new RegExp(`^(?:${raw})$`, 'u');
  const isMatch = (character: string) => matcher.test(character);
  const listed = commonCharacters.find(isMatch);
  if (listed !== undefined) return listed;
  for (let code = 0; code < firstSurrogate; code += 1) {
    const character = String.fromCharCode(code);
    if (isMatch(character)) return character;
  }
  return '';
}
