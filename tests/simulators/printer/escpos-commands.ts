/** The subset of ESC/POS that the printer supports: enough for Washdesk's receipts. */
export type PrinterCommand =
  | { do: 'reset' }
  | { do: 'text'; byte: number }
  | { do: 'line' }
  | { do: 'code-page'; page: number }
  | { do: 'align'; to: 'left' | 'center' | 'right' }
  /** Dots from the left margin, or from the head if `relative`. */
  | { do: 'move'; dots: number; relative: boolean }
  | { do: 'left-margin'; dots: number }
  | { do: 'area'; dots: number }
  /** Factors of the standard font size. */
  | { do: 'size'; width: number; height: number }
  | { do: 'bold' | 'underline' | 'inverse'; on: boolean }
  /** Dots from one line to the next. */
  | { do: 'line-spacing'; dots: number }
  /** An image of one bit per dot, with rows aligned to bytes. It is printed by `print-image`, or immediately if `now`. */
  | { do: 'image'; width: number; height: number; bits: Buffer; now: boolean }
  | { do: 'print-image' }
  /** Width of a barcode's thinnest bar in dots. */
  | { do: 'bar-width'; dots: number }
  | { do: 'bar-height'; dots: number }
  /** `data` as in the command, including the characters that choose a code set. */
  | { do: 'barcode'; type: number; data: Buffer }
  | { do: 'cut' }
  | { do: 'kick-drawer' }
  | { do: 'automatic-status'; on: boolean }
  | { do: 'report-paper' }
  | { do: 'nothing' };

export interface ParsedCommand {
  command: PrinterCommand;
  length: number;
}

const nothing: PrinterCommand = { do: 'nothing' };
/** Dots between lines after a reset. */
export const usualLineSpacing = 30;
const alignments = ['left', 'center', 'right'] as const;

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

/** Returns the first command of `bytes`, or null while it is incomplete. */
export function takeCommand(bytes: Buffer): ParsedCommand | null {
  const [first, second] = bytes;
  if (first === undefined) return null;
  if (first === 0x0a) return { command: { do: 'line' }, length: 1 };
  if (first !== ESC && first !== FS && first !== GS) {
    return { command: first >= 0x20 ? { do: 'text', byte: first } : nothing, length: 1 };
  }
  if (second === undefined) return null;
  const taken = families[first](String.fromCharCode(second), bytes);
  return taken && taken.length <= bytes.length ? taken : null;
}

type Family = (name: string, bytes: Buffer) => ParsedCommand | null;

const families: Record<typeof ESC | typeof FS | typeof GS, Family> = { [ESC]: takeEsc, [FS]: takeFs, [GS]: takeGs };

function takeEsc(name: string, bytes: Buffer): ParsedCommand | null {
  const n = bytes[2] ?? 0;
  switch (name) {
    case '@':
      return { command: { do: 'reset' }, length: 2 };
    case 'a':
      return { command: { do: 'align', to: alignments[n % 48] ?? 'left' }, length: 3 };
    case 't':
      return { command: { do: 'code-page', page: n }, length: 3 };
    case '$':
      return { command: { do: 'move', dots: word(bytes, 2), relative: false }, length: 4 };
    case '\\':
      return { command: { do: 'move', dots: word(bytes, 2), relative: true }, length: 4 };
    case 'p':
      return { command: { do: 'kick-drawer' }, length: 5 };
    case '2':
      return { command: { do: 'line-spacing', dots: usualLineSpacing }, length: 2 };
    case '3':
      return { command: { do: 'line-spacing', dots: n }, length: 3 };
    case 'E':
      return { command: { do: 'bold', on: isOn(n) }, length: 3 };
    case '-':
      return { command: { do: 'underline', on: isOn(n) || n % 48 === 2 }, length: 3 };
    default:
      return { command: nothing, length: 3 };
  }
}

function takeFs(name: string, bytes: Buffer): ParsedCommand | null {
  if (name === '.' || name === '&') return { command: nothing, length: 2 };
  if (name === 'S') return { command: nothing, length: 4 };
  if (name === '(') return { command: nothing, length: 5 + word(bytes, 3) };
  return { command: nothing, length: 3 };
}

function takeGs(name: string, bytes: Buffer): ParsedCommand | null {
  const n = bytes[2] ?? 0;
  switch (name) {
    case '!':
      return { command: { do: 'size', width: (n >> 4) + 1, height: (n & 15) + 1 }, length: 3 };
    case 'B':
      return { command: { do: 'inverse', on: isOn(n) }, length: 3 };
    case 'w':
      return { command: { do: 'bar-width', dots: n }, length: 3 };
    case 'h':
      return { command: { do: 'bar-height', dots: n }, length: 3 };
    case 'L':
      return { command: { do: 'left-margin', dots: word(bytes, 2) }, length: 4 };
    case 'W':
      return { command: { do: 'area', dots: word(bytes, 2) }, length: 4 };
    case 'V':
      return { command: { do: 'cut' }, length: n >= 65 ? 4 : 3 };
    case 'a':
      return { command: { do: 'automatic-status', on: n !== 0 }, length: 3 };
    case 'r':
      return { command: { do: 'report-paper' }, length: 3 };
    case '(':
      return bytes.length < 5 ? null : { command: graphics(bytes.subarray(5)), length: 5 + word(bytes, 3) };
    case '8':
      return bytes.length < 7 ? null : { command: graphics(bytes.subarray(7)), length: 7 + bytes.readUInt32LE(3) };
    case 'v':
      return bytes.length < 8 ? null : rasterImage(bytes);
    case 'k':
      return bytes.length < 4 ? null : barcode(n, bytes);
    default:
      return { command: nothing, length: 3 };
  }
}

/** Parses the parameters of a graphics command: function 112 stores an image, 2 and 50 print the stored one. */
function graphics(parameters: Buffer): PrinterCommand {
  const [, name] = parameters;
  if (name === 2 || name === 50) return { do: 'print-image' };
  if (name !== 112) return nothing;
  const [width, height] = [word(parameters, 6), word(parameters, 8)];
  return { do: 'image', width, height, bits: Buffer.from(parameters.subarray(10, 10 + Math.ceil(width / 8) * height)), now: false };
}

function rasterImage(bytes: Buffer): ParsedCommand {
  const [rowBytes, height] = [word(bytes, 4), word(bytes, 6)];
  const length = 8 + rowBytes * height;
  return { command: { do: 'image', width: rowBytes * 8, height, bits: Buffer.from(bytes.subarray(8, length)), now: true }, length };
}

/** From type 65 on, a length precedes the data; older types end with a zero. */
function barcode(type: number, bytes: Buffer): ParsedCommand | null {
  const end = type < 65 ? bytes.indexOf(0, 3) : 4 + (bytes[3] ?? 0);
  if (end < 0) return null;
  const data = Buffer.from(bytes.subarray(type < 65 ? 3 : 4, end));
  return { command: { do: 'barcode', type, data }, length: type < 65 ? end + 1 : end };
}

/** Whether the value is 1 or the digit one. */
const isOn = (n: number): boolean => n % 48 === 1;

/** Reads two bytes, low byte first; 0 if they have not arrived, which the length check detects. */
function word(bytes: Buffer, at: number): number {
  return bytes.length < at + 2 ? 0 : bytes.readUInt16LE(at);
}
