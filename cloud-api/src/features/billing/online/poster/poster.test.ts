import { describe, expect, it } from 'vitest';
import { posterPdf, posterSvg } from './poster.ts';

const poster = { name: 'Joliet & West', url: 'https://desk.washdesk.test/online?site=12' };

describe('a poster', () => {
  it('names the site and its address, and has the code on white', () => {
    const svg = posterSvg(poster);
    expect(svg).toContain('Joliet &amp; West');
    expect(svg).toContain('https://desk.washdesk.test/online?site=12</text>');
    expect(svg).toMatch(/<path d="M[^"]+"/);
  });

  it('is a PDF too', async () => {
    const pdf = await posterPdf(poster, new Date('2026-11-16T15:30:00Z'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
