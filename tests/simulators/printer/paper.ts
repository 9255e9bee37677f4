import { characterOf } from './code-pages.ts';
import type { PrinterCommand } from './escpos-commands.ts';

/** Width of a standard character in dots. */
const characterDots = 12;

export interface Receipt {
  text: string;
  /** Time of the cut in epoch milliseconds. */
  at: number;
}

/** The paper roll: puts characters at the head position, ends lines, and stores a receipt at every cut. */
export class Paper {
  readonly receipts: Receipt[] = [];
  drawerKicks = 0;
  #lines: string[] = [];
  #line = '';
  /** Head position, in characters of standard width. */
  #column = 0;
  /** Index of the next character in the line's text. A wide character takes one position there, so that words stay readable. */
  #place = 0;
  #margin = 0;
  #area = 0;
  #page = 0;
  #width = 1;
  #align: 'left' | 'center' | 'right' = 'left';

  /** Lines that are printed but not cut. */
  get uncut(): string {
    return this.#lines.join('\n');
  }

  execute(command: PrinterCommand): void {
    switch (command.do) {
      case 'reset':
        this.#reset();
        break;
      case 'text':
        this.#put(characterOf(command.byte, this.#page));
        break;
      case 'line':
        this.#feed();
        break;
      case 'code-page':
        this.#page = command.page;
        break;
      case 'align':
        this.#align = command.to;
        break;
      case 'move':
        this.#move(Math.round(command.dots / characterDots) + (command.relative ? this.#column : 0));
        break;
      case 'left-margin':
        this.#margin = Math.round(command.dots / characterDots);
        break;
      case 'area':
        this.#area = Math.round(command.dots / characterDots);
        break;
      case 'size':
        this.#width = command.width;
        break;
      case 'image':
        if (command.now) this.#graphics('[image]');
        break;
      case 'print-image':
        this.#graphics('[image]');
        break;
      case 'barcode':
        this.#graphics('[barcode]');
        break;
      case 'cut':
        this.#cut();
        break;
      case 'kick-drawer':
        this.drawerKicks += 1;
        break;
    }
  }

  #reset(): void {
    this.#page = 0;
    this.#width = 1;
    this.#margin = 0;
    this.#align = 'left';
  }

  #move(column: number): void {
    if (column === this.#column) return;
    this.#column = column;
    this.#place = column;
  }

  #put(text: string): void {
    const at = this.#margin + this.#place;
    this.#line = this.#line.padEnd(at).slice(0, at) + text + this.#line.slice(at + text.length);
    this.#place += text.length;
    this.#column += text.length * this.#width;
  }

  /** An image or barcode takes separate lines. */
  #graphics(name: string): void {
    this.#put(name);
    this.#feed();
  }

  #feed(): void {
    const room = Math.max(0, this.#area - this.#line.trimEnd().length);
    const indent = this.#align === 'left' ? 0 : this.#align === 'center' ? Math.floor(room / 2) : room;
    this.#lines.push((' '.repeat(indent) + this.#line).trimEnd());
    this.#line = '';
    this.#column = 0;
    this.#place = 0;
  }

  #cut(): void {
    if (this.#line !== '') this.#feed();
    this.receipts.push({ text: this.uncut, at: performance.timeOrigin + performance.now() });
    this.#lines = [];
  }
}
