import { characterOf } from './code-pages.ts';
import { code128Widths } from './code128.ts';
import { takeCommand, usualLineSpacing, type PrinterCommand } from './escpos-commands.ts';

/** Width of a standard character in dots. */
const characterWidth = 12;
const characterHeight = 24;
/** From the top of a character to the baseline. */
const baseline = 19;
/** Default printing area: 80 mm paper, in dots. */
const usualArea = 512;
/** White margin around the print. */
const sideMargin = 36;
const headMargin = 40;
/** From the last line to the cutter. */
const cutterFeed = 64;
const toothWidth = 8;
const code128 = 73;

interface Style {
  width: number;
  height: number;
  bold: boolean;
  underline: boolean;
  inverse: boolean;
}

const plain: Style = { width: 1, height: 1, bold: false, underline: false, inverse: false };

/** Consecutive characters of one style. */
interface Run {
  x: number;
  text: string;
  style: Style;
}

interface Image {
  width: number;
  height: number;
  bits: Buffer;
}

/** Draws a print job as SVG: one printer dot is one unit of the picture. */
export function receiptSvg(job: Buffer): string {
  const drawing = new Drawing();
  for (let rest = job, taken = takeCommand(rest); taken; taken = takeCommand(rest)) {
    drawing.execute(taken.command);
    rest = rest.subarray(taken.length);
  }
  return drawing.toSvg();
}

class Drawing {
  readonly #shapes: string[] = [];
  readonly #words: string[] = [];
  #line: Run[] = [];
  #x = 0;
  #y = headMargin;
  #style = plain;
  #page = 0;
  #margin = 0;
  #area = usualArea;
  #widest = 0;
  #align: 'left' | 'center' | 'right' = 'left';
  #spacing = usualLineSpacing;
  #image: Image = { width: 0, height: 0, bits: Buffer.alloc(0) };
  #bar = { width: 3, height: 162 };
  #cut = false;

  execute(command: PrinterCommand): void {
    switch (command.do) {
      case 'text':
        return this.#put(characterOf(command.byte, this.#page));
      case 'line':
        return this.#feed();
      case 'move':
        // A step back arrives as a large two-byte number.
        this.#x = command.relative ? (this.#x + command.dots) % 0x10000 : command.dots;
        return;
      case 'image':
        this.#image = command;
        return command.now ? this.#drawImage() : undefined;
      case 'print-image':
        return this.#drawImage();
      case 'barcode':
        return this.#drawBarcode(command.type, command.data);
      case 'cut':
        this.#cut = true;
        return;
      default:
        return this.#set(command);
    }
  }

  #set(command: PrinterCommand): void {
    switch (command.do) {
      case 'reset':
        this.#style = plain;
        this.#page = 0;
        this.#margin = 0;
        this.#align = 'left';
        this.#spacing = usualLineSpacing;
        break;
      case 'size':
        this.#style = { ...this.#style, width: command.width, height: command.height };
        break;
      case 'bold':
      case 'underline':
      case 'inverse':
        this.#style = { ...this.#style, [command.do]: command.on };
        break;
      case 'code-page':
        this.#page = command.page;
        break;
      case 'align':
        this.#align = command.to;
        break;
      case 'left-margin':
        this.#margin = command.dots;
        break;
      case 'area':
        this.#area = command.dots;
        this.#widest = Math.max(this.#widest, this.#margin + command.dots);
        break;
      case 'line-spacing':
        this.#spacing = command.dots;
        break;
      case 'bar-width':
        this.#bar.width = command.dots;
        break;
      case 'bar-height':
        this.#bar.height = command.dots;
        break;
    }
  }

  #put(character: string): void {
    const last = this.#line.at(-1);
    if (last && last.style === this.#style && endOf(last) === this.#x) last.text += character;
    else this.#line.push({ x: this.#x, text: character, style: this.#style });
    this.#x += characterWidth * this.#style.width;
  }

  #feed(): void {
    const height = characterHeight * Math.max(0, ...this.#line.map(({ style }) => style.height));
    const left = this.#left(Math.max(0, ...this.#line.map(endOf)));
    for (const run of this.#line) this.#shapes.push(shapeOf(run, left, this.#y + height));
    this.#words.push(this.#line.map(({ text }) => text).join(' '));
    this.#y += Math.max(this.#spacing, height || characterHeight);
    this.#line = [];
    this.#x = 0;
  }

  /** Returns the left edge of an item of this width. */
  #left(width: number): number {
    const room = this.#align === 'left' ? 0 : Math.max(0, this.#area - width);
    return sideMargin + this.#margin + (this.#align === 'center' ? Math.floor(room / 2) : room);
  }

  #drawImage(): void {
    const { width, height, bits } = this.#image;
    this.#shapes.push(`<path class="image" d="${dotsOf(this.#image, this.#left(width), this.#y)}"/>`);
    this.#y += bits.length > 0 ? height : 0;
  }

  #drawBarcode(type: number, data: Buffer): void {
    if (type !== code128) throw new Error(`Unsupported barcode type ${type}: the picture only supports ${code128}`);
    const { width, height } = this.#bar;
    const widths = code128Widths(data);
    let x = this.#left(widths.reduce((sum, modules) => sum + modules, 0) * width);
    const bars: string[] = [];
    for (const [place, modules] of widths.entries()) {
      if (place % 2 === 0) bars.push(`M${x} ${this.#y}h${modules * width}v${height}h-${modules * width}z`);
      x += modules * width;
    }
    this.#shapes.push(`<path class="barcode" d="${bars.join('')}"/>`);
    this.#y += height;
  }

  toSvg(): string {
    if (this.#line.length > 0) this.#feed();
    const width = 2 * sideMargin + (this.#widest || usualArea);
    const height = this.#y + cutterFeed;
    const said = this.#words.filter((line) => line.trim() !== '').join('\n');
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
      `<title>${escaped(said)}</title>`,
      `<style>text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 20px; white-space: pre } .image, .barcode { shape-rendering: crispEdges }</style>`,
      `<path fill="#fff" d="M0 0H${width}V${height}${this.#cut ? cutEdge(width) : ''}H0z"/>`,
      `<g fill="#1c1c1c">`,
      ...this.#shapes,
      '</g>',
      '</svg>',
      '',
    ].join('\n');
  }
}

const endOf = ({ x, text, style }: Run): number => x + text.length * characterWidth * style.width;

/** Draws a run of characters, scaled as the printer does. A run of rules becomes a line. */
function shapeOf({ x, text, style }: Run, left: number, bottom: number): string {
  const { width, height, bold, underline, inverse } = style;
  const at = left + x;
  const span = text.length * characterWidth;
  if (/^─+$/.test(text)) return `<path class="rule" d="M${at} ${bottom - characterHeight / 2 - 1}h${span}v2h-${span}z"/>`;
  const words = text.trimEnd();
  if (words === '' && !inverse) return '';
  const fit = `textLength="${words.length * characterWidth}" lengthAdjust="spacingAndGlyphs"`;
  const marks = `${bold ? ' font-weight="bold"' : ''}${inverse ? ' fill="#fff"' : ''}`;
  return [
    `<g transform="translate(${at} ${bottom - characterHeight * height})${width * height > 1 ? ` scale(${width} ${height})` : ''}">`,
    inverse ? `<path d="M0 0h${span}v${characterHeight}h-${span}z"/>` : '',
    `<text y="${baseline}" ${fit}${marks}>${escaped(words)}</text>`,
    underline ? `<path d="M0 ${characterHeight - 2}h${span}v2h-${span}z"/>` : '',
    '</g>',
  ].join('');
}

/** Draws black dots, with one rectangle for adjacent dots in a row. */
function dotsOf({ width, height, bits }: Image, left: number, top: number): string {
  const rowBytes = Math.ceil(width / 8);
  const isBlack = (x: number, y: number): boolean => x < width && ((bits[y * rowBytes + (x >> 3)] ?? 0) & (128 >> (x & 7))) !== 0;
  const rows: string[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isBlack(x, y)) continue;
      const from = x;
      while (isBlack(x, y)) x += 1;
      rows.push(`M${left + from} ${top + y}h${x - from}v1h-${x - from}z`);
    }
  }
  return rows.join('');
}

/** Draws the teeth of the cut, from right to left. */
function cutEdge(width: number): string {
  const teeth = Math.floor(width / (2 * toothWidth));
  return `l-${toothWidth} -${toothWidth}l-${toothWidth} ${toothWidth}`.repeat(teeth);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
