/** The subset of ESC/POS that the printer understands: enough to show the receipts that Washdesk prints. */
export type PrinterCommand =
  | { do: 'reset' }
  | { do: 'text'; byte: number }
  | { do: 'line' }
  | { do: 'code-page'; page: number }
  | { do: 'align'; to: 'left' | 'center' | 'right' }
  /** Dots from the left margin; `relative`: from where the head is. */
  | { do: 'move'; dots: number; relative: boolean }
  | { do: 'left-margin'; dots: number }
  | { do: 'area'; dots: number }
  | { do: 'width'; times: number }
  | { do: 'graphics' }
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
const alignments = ['left', 'center', 'right'] as const;

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

/** The first command of `bytes`, or null while its end has not come yet. */
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
      return { command: nothing, length: 2 };
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
      return { command: { do: 'width', times: (n >> 4) + 1 }, length: 3 };
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
      return bytes.length < 5 ? null : { command: nothing, length: 5 + word(bytes, 3) };
    case '8':
      return bytes.length < 7 ? null : { command: { do: 'graphics' }, length: 7 + bytes.readUInt32LE(3) };
    case 'k':
      return bytes.length < 4 ? null : { command: { do: 'graphics' }, length: 4 + (bytes[3] ?? 0) };
    default:
      return { command: nothing, length: 3 };
  }
}

/** Two bytes, the lower one first; 0 while they have not come, which the length then tells. */
function word(bytes: Buffer, at: number): number {
  return bytes.length < at + 2 ? 0 : bytes.readUInt16LE(at);
}
