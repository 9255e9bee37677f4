import { buffer } from 'node:stream/consumers';
import { toSVG } from 'bwip-js/node';
import PdfKit from 'pdfkit';
import { escapedHtml } from '@washdesk/rules/text/html';
import { fonts } from '../../../../common/pdf-page.ts';

/** Points of a letter page. */
const page = { width: 612, height: 792 };
/** With the four white modules around it that scanners need. */
const code = { left: 126, top: 236, size: 360 };
const texts = [
  { y: 96, size: 40, bold: true, text: () => 'Unlimited washes' },
  { y: 148, size: 20, bold: false, text: () => 'Scan, sign up, drive up' },
  { y: 180, size: 20, bold: false, text: () => 'Escanee, inscríbase y lave su auto' },
  { y: 656, size: 24, bold: true, text: ({ name }: Poster) => name },
  { y: 700, size: 12, bold: false, text: ({ url }: Poster) => url },
];

export interface Poster {
  /** The site's name. */
  name: string;
  /** The address in the QR code. */
  url: string;
}

interface Drawn {
  path: string;
  /** Width and height in units of the path. */
  size: number;
}

/** Readable with a quarter of it damaged: a poster outdoors gets dirty. A module has 2 units, the margin 4 modules. */
const symbol = { bcid: 'qrcode', eclevel: 'Q', scale: 1, paddingwidth: 8, paddingheight: 8 };

function drawCode(url: string): Drawn {
  const svg = toSVG({ ...symbol, text: url });
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const path = [...svg.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, d]) => d).join('');
  if (!size || path === '') throw new Error('QR code not drawn');
  return { path, size };
}

export function posterSvg(poster: Poster): string {
  const { path, size: units } = drawCode(poster.url);
  const lines = texts.map(
    ({ y, size, bold, text }) =>
      `<text x="${page.width / 2}" y="${y}" font-size="${size}"${bold ? ' font-weight="700"' : ''}>${escapedHtml(text(poster))}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}pt" height="${page.height}pt" viewBox="0 0 ${page.width} ${page.height}">
<title>${escapedHtml(`Online sign-up: ${poster.name}`)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="#000">${lines.join('')}</g>
<g transform="translate(${code.left} ${code.top}) scale(${code.size / units})"><path d="${path}" fill="#000"/></g>
</svg>`;
}

export function posterPdf(poster: Poster, made: Date): Promise<Buffer> {
  const { path, size: units } = drawCode(poster.url);
  const info = { Title: `Online sign-up: ${poster.name}`, CreationDate: made };
  const document = new PdfKit({ size: 'LETTER', margin: 0, font: fonts.text, info });
  const bytes = buffer(document);
  for (const { y, size, bold, text } of texts) {
    document.font(bold ? fonts.bold : fonts.text).fontSize(size);
    document.text(text(poster), 0, y - size, { width: page.width, align: 'center', lineBreak: false });
  }
  document
    .save()
    .translate(code.left, code.top)
    .scale(code.size / units);
  document.path(path).fill('#000').restore();
  document.end();
  return bytes;
}
