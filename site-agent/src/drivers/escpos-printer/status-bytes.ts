import type { PrinterFault } from '../../ports/receipt-printer.ts';

/** `GS a`: the printer reports its status at once and whenever it changes. */
export const automaticStatusOn = '\x1da\xff';
export const automaticStatusOff = '\x1da\x00';

/** `DLE EOT n`, answered at once even by a busy printer: 1 is the printer's status, 2 the cause of being offline. */
export function realTimeStatus(n: 1 | 2): Buffer {
  return Buffer.of(0x10, 0x04, n);
}

/** `GS r 1`, answered in order: after everything sent before is printed. */
export const completionRequest = Buffer.of(0x1d, 0x72, 0x01);

export type StatusEvent =
  /** Response to `DLE EOT n`. */
  | { kind: 'real-time'; byte: number }
  | { kind: 'automatic'; fault: PrinterFault | undefined }
  /** Response to `GS r`. */
  | { kind: 'completion'; paperOut: boolean };

/** Splits a printer's bytes into statuses. Each kind has fixed bits; an automatic status has four bytes. */
export class StatusParser {
  #automatic: number[] = [];

  push(chunk: Uint8Array): StatusEvent[] {
    return [...chunk].flatMap((byte) => this.#take(byte) ?? []);
  }

  #take(byte: number): StatusEvent | undefined {
    if (this.#automatic.length > 0) return this.#takeAutomatic(byte);
    if ((byte & 0x93) === 0x12) return { kind: 'real-time', byte };
    if ((byte & 0x93) === 0x10) return this.#takeAutomatic(byte);
    if ((byte & 0x90) === 0x00) return { kind: 'completion', paperOut: (byte & 0x0c) !== 0 };
    return undefined;
  }

  #takeAutomatic(byte: number): StatusEvent | undefined {
    this.#automatic.push(byte);
    if (this.#automatic.length < 4) return undefined;
    const [printer = 0, error = 0, paper = 0] = this.#automatic;
    this.#automatic = [];
    return { kind: 'automatic', fault: automaticFault(printer, error, paper) };
  }
}

/** Returns the root cause first: a printer is offline because its cover is open. */
function automaticFault(printer: number, error: number, paper: number): PrinterFault | undefined {
  if (printer & 0x20) return 'cover-open';
  if (paper & 0x0c) return 'paper-out';
  if (error & 0x2c) return 'printer-error';
  if (printer & 0x08) return 'offline';
  return undefined;
}

/** @param printer response to `DLE EOT 1`; `cause`: response to `DLE EOT 2` */
export function realTimeFault(printer: number, cause: number): PrinterFault | undefined {
  if (cause & 0x04) return 'cover-open';
  if (cause & 0x20) return 'paper-out';
  if (cause & 0x40) return 'printer-error';
  if (printer & 0x08) return 'offline';
  return undefined;
}
