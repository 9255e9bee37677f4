import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { posterPdf, posterSvg } from './poster.ts';

const poster = { name: 'Joliet & West', url: 'https://desk.washdesk.test/online?site=12' };

type Point = readonly [x: number, y: number];

/** Whether a point is inside the shapes, by the even-odd rule. */
const isInside = (shapes: readonly (readonly Point[])[], [x, y]: Point): boolean =>
  shapes
    .flatMap((points) => points.map((point, index) => [point, points[(index + 1) % points.length]!] as const))
    .filter(([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)).length %
    2 ===
  1;

/** Paints the SVG's code, as a camera sees it. */
function photographed(svg: string): { pixels: Uint8ClampedArray; size: number } {
  const [, d = ''] = /<path d="([^"]+)"/.exec(svg) ?? [];
  const shapes = d
    .split('Z')
    .filter(Boolean)
    .map((part) =>
      part
        .split(/[ML]/)
        .filter(Boolean)
        .map((one) => one.trim().split(' ').map(Number) as unknown as Point),
    );
  const size = 2 + Math.max(...shapes.flat(2)) + 8;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (isInside(shapes, [x + 0.5, y + 0.5])) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return { pixels, size };
}

describe('a poster', () => {
  it('names the site and its address, which the code has too', () => {
    const svg = posterSvg(poster);
    expect(svg).toContain('Joliet &amp; West');
    expect(svg).toContain('https://desk.washdesk.test/online?site=12</text>');
    const { pixels, size } = photographed(svg);
    expect(jsqr.default(pixels, size, size)?.data).toBe(poster.url);
  });

  it('is a PDF too', async () => {
    const pdf = await posterPdf(poster, new Date('2026-11-16T15:30:00Z'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
