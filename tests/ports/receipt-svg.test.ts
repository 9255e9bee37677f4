import { describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { receiptSvg } from '@washdesk/simulators/printer/receipt-svg';
import { receiptBytes } from '@washdesk/site-agent/drivers/escpos-printer/receipt-bytes';

/** Draws the printer's output for a document of the agent. */
const pictured = (source: string): string => receiptSvg(receiptBytes(source, { columns: 42, encoding: 'cp437' }));
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

interface Shown {
  text: string;
  x: number;
  y: number;
  scale: string;
  weight: string | undefined;
}

const texts = (svg: string): Shown[] =>
  Array.from(svg.matchAll(/translate\((\d+) (\d+)\)(?: scale\((\d \d)\))?">.*?<text ([^>]*)>([^<]*)</g), (found) => {
    const [, x, y, scale = '1 1', marks = '', text = ''] = found;
    return { text, x: Number(x), y: Number(y), scale, weight: /font-weight="(\w+)"/.exec(marks)?.[1] };
  });
const textOf = (svg: string, words: string): Shown => {
  const found = texts(svg).find(({ text }) => text === words);
  if (!found) throw new Error(`The picture has no ${words}: ${JSON.stringify(texts(svg))}`);
  return found;
};

const sideMargin = 36;
const area = 42 * 12;

describe('text', () => {
  it('stands where the head printed it, in its size and weight', () => {
    const svg = pictured('Amount | "^^$12.50"\n^^^Joliet');
    expect(textOf(svg, 'Amount')).toMatchObject({ x: sideMargin, scale: '1 1', weight: undefined });
    expect(textOf(svg, '$12.50')).toMatchObject({ x: sideMargin + area - 6 * 12, scale: '1 2', weight: 'bold' });
    const site = textOf(svg, 'Joliet');
    expect(site.scale).toBe('2 2');
    expect(site.x).toBe(sideMargin + (area - 6 * 24) / 2);
  });

  it('of one line stands on one base line, and lines do not touch', () => {
    const svg = pictured('Amount | ^^$12.50\nnext');
    expect(textOf(svg, 'Amount').y + 24).toBe(textOf(svg, '$12.50').y + 48);
    expect(textOf(svg, 'next').y).toBeGreaterThanOrEqual(textOf(svg, 'Amount').y + 24);
  });

  it('is exactly as wide as the printer makes it, whatever font draws it', () => {
    expect(pictured('Thank you')).toContain('textLength="108"');
  });

  it('shows letters of the code page, and is no markup', () => {
    expect(textOf(pictured('José'), 'José').text).toBe('José');
    const svg = pictured('<script>alert(1)</script> &amp;');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;');
  });

  it('can be underlined and white on black', () => {
    expect(pictured('_under_')).toMatch(/>under<\/text><path/);
    expect(pictured('`white`')).toMatch(/<path d="M0 0h60[^"]*"\/><text [^>]*fill="#fff"/);
  });

  it('goes back where a relative step does', () => {
    expect(textOf(receiptSvg(bytes('abc', [0x1b, 0x5c, 0xe8, 0xff], 'x\n')), 'x').x).toBe(sideMargin + 12);
  });
});

it('draws a rule over the whole line', () => {
  expect(pictured('---')).toMatch(new RegExp(`class="rule" d="M${sideMargin} \\d+h${area}v2`));
});

describe('an image', () => {
  /** Two rows of ten dots: the ends of the first, the middle of the second. */
  const rows = [0b10000000, 0b01000000, 0b00001100, 0b00000000];

  it.each([
    ['GS 8 L', bytes([0x1d, 0x38, 0x4c, 14, 0, 0, 0, 48, 112, 48, 1, 1, 49, 10, 0, 2, 0, ...rows], [0x1d, 0x28, 0x4c, 2, 0, 48, 50])],
    ['GS ( L', bytes([0x1d, 0x28, 0x4c, 14, 0, 48, 112, 48, 1, 1, 49, 10, 0, 2, 0, ...rows], [0x1d, 0x28, 0x4c, 2, 0, 48, 2])],
    ['GS v 0', bytes([0x1d, 0x76, 0x30, 0, 2, 0, 2, 0, ...rows])],
  ])('by %s is drawn dot by dot', (_name, job) => {
    expect(receiptSvg(job)).toContain('class="image" d="M36 40h1v1h-1zM45 40h1v1h-1zM40 41h2v1h-2z"');
  });

  it('that is only stored is not printed', () => {
    expect(receiptSvg(bytes([0x1d, 0x38, 0x4c, 14, 0, 0, 0, 48, 112, 48, 1, 1, 49, 10, 0, 2, 0, ...rows]))).not.toContain('"image"');
  });

  it('of the company is in the middle, its black without white dots', () => {
    const svg = pictured(`{image:${settingDefaults.receiptLogo}}`);
    const [, path = ''] = /class="image" d="([^"]+)"/.exec(svg) ?? [];
    const runs = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)/g), ([, x, y, length]) => [Number(x), Number(y), Number(length)] as const);
    const [from, to] = [Math.min(...runs.map(([x]) => x)), Math.max(...runs.map(([x, , length]) => x + length))];
    expect(Math.abs(from + to - (2 * sideMargin + area))).toBeLessThanOrEqual(16);
    const mostInRow = Math.max(...Array.from(Map.groupBy(runs, ([, y]) => y).values(), (row) => row.length));
    expect(mostInRow).toBeLessThanOrEqual(8);
  });
});

it('draws the barcode in the middle, as high and as fine as asked, and the number below it', () => {
  const svg = pictured('{code:06DA-0000-01R0;option:code128,2,64}\nNo. 06DA-0000-01R0');
  const [, path = ''] = /class="barcode" d="([^"]+)"/.exec(svg) ?? [];
  const bars = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g), (found) => found.slice(1).map(Number));
  const [first, last] = [bars[0] ?? [], bars.at(-1) ?? []];
  expect(bars.every(([, , width = 0, height]) => width % 2 === 0 && height === 64)).toBe(true);
  expect(Math.abs(first[0]! + last[0]! + last[2]! - (2 * sideMargin + area))).toBeLessThanOrEqual(2);
  expect(textOf(svg, 'No. 06DA-0000-01R0').y).toBe(first[1]! + 64);
});

it('refuses a barcode that it cannot draw instead of leaving it out', () => {
  expect(() => pictured('{code:12345678;option:code39,2,48}')).toThrow('the picture only supports 73');
});

it('ends at the knife: the paper has teeth only where it was cut', () => {
  expect(pictured('hello')).toContain('l-8 -8l-8 8');
  expect(receiptSvg(bytes('hello\n'))).not.toContain('l-8 -8');
});

it('says in words what it shows', () => {
  expect(pictured('^^^Joliet\nPlan | Super Kiss')).toMatch(/role="img">\n<title>Joliet\nPlan Super Kiss<\/title>/);
});
