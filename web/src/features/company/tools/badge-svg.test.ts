import { describe, expect, it } from 'vitest';
import { drawBadge } from './badge-svg.ts';

/** The patterns of Code 39: bars and gaps alternate, 1 is wide. */
const patterns: Readonly<Record<string, string>> = {
  '000110100': '0',
  '100100001': '1',
  '001100001': '2',
  '101100000': '3',
  '000110001': '4',
  '100110000': '5',
  '001110000': '6',
  '000100101': '7',
  '100100100': '8',
  '001100100': '9',
  '100001001': 'A',
  '001001001': 'B',
  '101001000': 'C',
  '000011001': 'D',
  '100011000': 'E',
  '001011000': 'F',
  '000001101': 'G',
  '100001100': 'H',
  '001001100': 'I',
  '000011100': 'J',
  '100000011': 'K',
  '001000011': 'L',
  '101000010': 'M',
  '000010011': 'N',
  '100010010': 'O',
  '001010010': 'P',
  '000000111': 'Q',
  '100000110': 'R',
  '001000110': 'S',
  '000010110': 'T',
  '110000001': 'U',
  '011000001': 'V',
  '111000000': 'W',
  '010010001': 'X',
  '110010000': 'Y',
  '011010000': 'Z',
  '010000101': '-',
  '110000100': '.',
  '010010100': '*',
};

/** Reads the bars like a scanner: from left to right, by their drawn width. */
function scan(svg: string): string {
  const bars = [...svg.matchAll(/stroke-width="([\d.]+)" d="([^"]+)"/g)].flatMap(([, width, path = '']) =>
    [...path.matchAll(/M([\d.]+) /g)].map(([, middle]) => ({ from: Number(middle) - Number(width) / 2, width: Number(width) })),
  );
  bars.sort((a, b) => a.from - b.from);
  const widths = bars.flatMap(({ from, width }, index) => {
    const next = bars[index + 1];
    return next ? [width, next.from - from - width] : [width];
  });
  let text = '';
  for (let at = 0; at < widths.length; at += 10) {
    text +=
      patterns[
        widths
          .slice(at, at + 9)
          .map((width) => (width > 1.5 ? '1' : '0'))
          .join('')
      ] ?? '?';
  }
  return text;
}

describe('a badge', () => {
  it.each(['EMP3242', '1042', 'W-1.5', 'THEQUICKBROWNFOX'])('of %s reads as it was written', (text) => {
    expect(scan(drawBadge(text).svg)).toBe(`*${text}*`);
  });

  it('is as large on paper as its bars need', () => {
    const { svg, widthMm } = drawBadge('EMP3242');
    expect(widthMm).toBeCloseTo(47.52);
    expect(svg).toContain(`width="${widthMm}mm" height="14mm"`);
  });
});
